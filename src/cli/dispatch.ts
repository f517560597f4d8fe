/** @module From arguments to a command: help, topics, unknown names, and the run itself. */
import { pathToFileURL } from 'node:url';
import { UsageError } from './errors/cli-error.ts';
import { DONE } from './exit-codes.ts';
import type { Io } from './io.ts';
import { Config, type Interfaces, normalizeArgv } from './oclif.ts';
import { didYouMean } from './suggest.ts';

/** Where the commands are. */
export interface LoadOptions {
  /** The folder of package.json. */
  readonly root: string;
  /** Runs `src/commands` as they are instead of the built ones and their manifest. */
  readonly fromSource?: boolean;
}

/** What {@link dispatch} needs of a command class. */
interface Runnable {
  start(io: Io): Promise<number>;
}

type RunnableClass = new (argv: string[], config: Config) => Runnable;

/** Finds the command that `argv` names, runs it and resolves to the exit code. */
export async function dispatch(argv: readonly string[], io: Io, options: LoadOptions): Promise<number> {
  const config = await loadConfig(options);
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : [...argv];
  if (words.every(isHelpFlag)) return showHelp([], config, io);
  const [id = '', ...rest] = normalizeArgv(config, words);
  const command = config.findCommand(id);
  if (command === undefined) {
    const isTopic = config.findTopic(id) !== undefined && rest.every((word) => word.startsWith('-'));
    if (isTopic) return showHelp([id], config, io);
    throw unknownCommand([...id.split(':'), ...rest.filter((word) => !word.startsWith('-'))], config);
  }
  if (asksForHelp(rest)) return showHelp([id], config, io);
  // oclif's own Command.run would load the configuration a second time.
  const RunnableCommand = (await command.load()) as unknown as RunnableClass;
  return await new RunnableCommand(rest, config).start(io);
}

async function loadConfig({ root, fromSource = false }: LoadOptions): Promise<Config> {
  if (!fromSource) return await Config.load({ root });
  const pjson = await sourcePackage(root);
  return await Config.load({ root, pjson, ignoreManifest: true });
}

/** package.json as it is, but for the place of the commands: oclif then loads TypeScript by type stripping. */
async function sourcePackage(root: string): Promise<Interfaces.PJSON> {
  const { default: packageJson } = (await import(pathToFileURL(`${root}/package.json`).href, {
    with: { type: 'json' },
  })) as { default: Interfaces.PJSON };
  return { ...packageJson, oclif: { ...packageJson.oclif, commands: './src/commands' } };
}

function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end === -1 ? words : words.slice(0, end)).some(isHelpFlag);
}

function isHelpFlag(word: string): boolean {
  return word === '--help' || word === '-h';
}

async function showHelp(subject: readonly string[], config: Config, io: Io): Promise<number> {
  const { showHelpOn } = await import('./help.ts');
  await showHelpOn(subject, config, io);
  return DONE;
}

function unknownCommand(words: readonly string[], config: Config): UsageError {
  const [topic = ''] = words;
  const name = words.slice(0, config.findTopic(topic) === undefined ? 1 : 2).join(' ');
  const known = config.commandIDs.map((id) => id.replaceAll(':', ' '));
  return new UsageError(
    `unknown command "${name}"${didYouMean(name, known)}; "dbm --help" lists the commands`,
  );
}
