/** @module `-n`: where to look. */
import { UsageError } from '../errors/cli-error.ts';
import { stringFlag } from '../oclif.ts';

/** `-n NAMESPACE`: the kubeconfig context's namespace, else `default`, where it is not given. */
export const namespaceFlag = {
  namespace: stringFlag({
    char: 'n',
    helpGroup: 'CLUSTER',
    helpValue: 'NAME',
    // Such as "$NAMESPACE" with nothing in it: it must not come to mean another one.
    parse: (name) => {
      if (name !== '') return Promise.resolve(name);
      throw new UsageError('--namespace must not be empty: name one, or leave it out');
    },
    summary: "The namespace to work in; the context's when not given.",
  }),
};
