/** @module The Service in front of an instance's pods. */
import type { Service } from '../../kube/resources.ts';
import type { Instance } from '../instance.ts';
import { ownedMetadata } from './metadata.ts';

/** Only the fields that dbm decides: clusterIP, node ports and what load balancers add are left alone. */
export function serviceFor(instance: Instance): Service {
  const { engine, names, port, selector, spec } = instance;
  const annotations = spec.service?.annotations;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      ...ownedMetadata(instance, names.service),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: {
      type: spec.service?.type ?? 'ClusterIP',
      selector,
      ports: [{ name: engine.protocol, port, protocol: 'TCP', targetPort: engine.protocol }],
    },
  };
}
