/** @module The CustomResourceDefinition of DatabaseManager, as it is sent to a server. */
import type { CustomResourceDefinition } from '../kube/resources.ts';
import { databaseManagers } from './database-manager.ts';
import { databaseManagerSchema } from './schema/database-manager-schema.ts';
import { printerColumns } from './schema/printer-columns.ts';

/** The object in `crd/`: a fresh copy at each call, plain JSON, without anything that a server adds. */
export function databaseManagerCrd(): CustomResourceDefinition {
  const { group, version, plural, kind } = databaseManagers;
  return structuredClone({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: 'databasemanager',
        shortNames: ['dm'],
        categories: ['all'],
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.replicas',
              statusReplicasPath: '.status.replicas',
              labelSelectorPath: '.status.selector',
            },
          },
          additionalPrinterColumns: printerColumns,
          schema: { openAPIV3Schema: databaseManagerSchema },
        },
      ],
    },
  });
}
