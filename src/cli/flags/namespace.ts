/** @module `-n` and `-A`: where to look. */
import { booleanFlag, stringFlag } from '../oclif.ts';

/** `-n NAMESPACE`: the kubeconfig context's namespace, else `default`, where it is not given. */
export const namespaceFlag = {
  namespace: stringFlag({
    char: 'n',
    helpGroup: 'CLUSTER',
    helpValue: 'NAME',
    summary: "The namespace to work in; the context's when not given.",
  }),
};

/** `-A`: every namespace. */
export const allNamespacesFlag = {
  'all-namespaces': booleanFlag({ char: 'A', exclusive: ['namespace'], summary: 'Work in all namespaces.' }),
};
