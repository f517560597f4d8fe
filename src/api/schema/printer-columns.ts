/** @module The columns of `kubectl get databasemanagers`. */

/** A column as the CRD spells it. Those with priority 1 show with `-o wide` only. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly jsonPath: string;
  readonly description?: string;
  readonly priority?: 1;
}

/** In the order they are shown. */
export const printerColumns: readonly PrinterColumn[] = [
  { name: 'Type', type: 'string', jsonPath: '.spec.dbtype' },
  { name: 'Version', type: 'string', jsonPath: '.status.version' },
  { name: 'Desired', type: 'integer', jsonPath: '.spec.replicas' },
  { name: 'Available', type: 'integer', jsonPath: '.status.availableReplicas' },
  { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
  {
    name: 'Status',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Ready")].reason',
    description: 'Why it is ready, or not.',
  },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: 'Image', type: 'string', jsonPath: '.status.image', priority: 1 },
  { name: 'Endpoint', type: 'string', jsonPath: '.status.endpoint', priority: 1 },
  { name: 'Deployment', type: 'string', jsonPath: '.status.deploymentName', priority: 1 },
];
