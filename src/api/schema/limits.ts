/** @module The numbers and patterns that schema, validation and names agree on. */

/**
 * The longest name that children can carry. Label values end at 63 characters; what Kubernetes puts behind a
 * Deployment's name (`-` and the ten-letter template hash of a ReplicaSet) takes 11 of them.
 */
export const MAX_CHILD_NAME_LENGTH = 52;

/** The longest value of a Kubernetes label: `metadata.name` becomes one on every child. */
export const MAX_LABEL_VALUE_LENGTH = 63;

/** The longest name of any object that is not limited further: a DNS subdomain. */
export const MAX_OBJECT_NAME_LENGTH = 253;

/** RFC 1035 label: what a Service may be called (a digit may not come first). */
export const CHILD_NAME_PATTERN = '^[a-z]([-a-z0-9]*[a-z0-9])?$';

/** RFC 1123 subdomain: what a Secret, a ConfigMap or a class may be called. */
export const OBJECT_NAME_PATTERN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

/** A label's value: empty, or letters, digits, `-`, `_` and `.` between letters or digits. */
export const LABEL_VALUE_PATTERN = '^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$';

/** A key of a Secret or ConfigMap. */
export const DATA_KEY_PATTERN = '^[-._a-zA-Z0-9]+$';
