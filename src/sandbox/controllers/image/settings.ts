/** @module The entrypoints' settings: an environment variable, or the file that its `_FILE` form names. */
import type { Pod } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import type { Container } from './environment.ts';
import { readFile } from './file-system.ts';
import { type Crash, crash } from './outcome.ts';

/** A container's world as its entrypoint sees it. */
export interface Setting {
  readonly world: World;
  readonly pod: Pod;
  readonly container: Container;
  readonly values: ReadonlyMap<string, string>;
}

/** The value of `name` or of its file; '' when neither is set; a crash when both are, or the file is not there. */
export function readSetting({ world, pod, container, values }: Setting, name: string): string | Crash {
  const direct = values.get(name) ?? '';
  const path = values.get(`${name}_FILE`) ?? '';
  if (direct !== '' && path !== '') return crash(`Both ${name} and ${name}_FILE are set (but are exclusive)`);
  if (path === '') return direct;
  const content = readFile(world, pod, { container, path });
  switch (content.kind) {
    case 'text':
      return content.text.replace(/\n+$/, '');
    case 'absent':
      return crash(`${path}: No such file or directory`);
    case 'denied':
      return crash(`${path}: Permission denied`);
  }
}

/** The first of `names` that is not empty. */
export function readFirstSetting(setting: Setting, names: readonly string[]): string | Crash {
  let first = '';
  for (const name of names) {
    const value = readSetting(setting, name);
    if (typeof value !== 'string') return value;
    if (first === '') first = value;
  }
  return first;
}
