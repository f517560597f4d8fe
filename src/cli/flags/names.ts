/** @module Names of DatabaseManagers as arguments. */
import { stringArg } from '../oclif.ts';

/** No arguments, one or several names. */
export const namesArg = stringArg({
  multiple: true,
  // Without this oclif takes what comes by the pipe for a name.
  ignoreStdin: true,
  description: 'Names of DatabaseManagers.',
});
