/** @module Names of DatabaseManagers as arguments. */
import { UsageError } from '../errors/cli-error.ts';
import { stringArg } from '../oclif.ts';

// Without ignoreStdin oclif takes what comes by the pipe for a name.
const common = {
  ignoreStdin: true,
  description: 'Names of DatabaseManagers.',
  // Such as "$NAME" with nothing in it: it must not come to mean all of them.
  parse: (name: string) => {
    if (name !== '') return Promise.resolve(name);
    throw new UsageError('a name of a DatabaseManager must not be empty');
  },
} as const;

/** No arguments, one or several names. */
export const namesArg = stringArg({ ...common, multiple: true });

/** At least one name. */
export const requiredNamesArg = stringArg({ ...common, multiple: true, required: true });
