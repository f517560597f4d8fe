/** @module Names of DatabaseManagers as arguments. */
import { stringArg } from '../oclif.ts';

// Without ignoreStdin oclif takes what comes by the pipe for a name.
const common = { ignoreStdin: true, description: 'Names of DatabaseManagers.' } as const;

/** No arguments, one or several names. */
export const namesArg = stringArg({ ...common, multiple: true });

/** At least one name. */
export const requiredNamesArg = stringArg({ ...common, multiple: true, required: true });
