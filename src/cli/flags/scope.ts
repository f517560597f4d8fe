/** @module `-A` and `-l`: which DatabaseManagers are meant when none is named. */
import { UsageError } from '../errors/cli-error.ts';
import { booleanFlag, stringFlag } from '../oclif.ts';

/** Flags of commands that work on all DatabaseManagers of a scope. */
export const scopeFlags = {
  selector: stringFlag({ char: 'l', helpValue: 'SELECTOR', summary: 'Only those whose labels match.' }),
  'all-namespaces': booleanFlag({ char: 'A', exclusive: ['namespace'], summary: 'Those of all namespaces.' }),
};

/** Throws a UsageError when single objects are named and a scope is given as well. */
export function refuseNamesAndScope(
  names: readonly string[],
  flags: { readonly selector?: string | undefined; readonly 'all-namespaces': boolean },
): void {
  if (names.length === 0) return;
  if (flags['all-namespaces'])
    throw new UsageError('a name belongs to one namespace: give it with -n instead of -A');
  if (flags.selector !== undefined)
    throw new UsageError('names and -l contradict each other: give one of them');
}
