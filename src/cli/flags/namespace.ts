/** @module `-n`: where to look. */
import { stringFlag } from '../oclif.ts';

/** `-n NAMESPACE`: the kubeconfig context's namespace, else `default`, where it is not given. */
export const namespaceFlag = {
  namespace: stringFlag({
    char: 'n',
    helpGroup: 'CLUSTER',
    helpValue: 'NAME',
    summary: "The namespace to work in; the context's when not given.",
  }),
};
