/** @module The parts of oclif that dbm uses, imported piecemeal: its index loads more. */
export { string as stringArg } from '@oclif/core/args';
export { Command } from '@oclif/core/command';
export { Config, Plugin } from '@oclif/core/config';
export { boolean as booleanFlag, custom as customFlag, string as stringFlag } from '@oclif/core/flags';
export { CommandHelp, Help, normalizeArgv } from '@oclif/core/help';
export type * as Interfaces from '@oclif/core/interfaces';
