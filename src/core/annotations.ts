/** @module The annotations that dbm writes on children. */

/** Short hash of the child as dbm last wanted it: tells that a field was given up, which a comparison cannot see. */
export const APPLIED_HASH = 'coolops.cn/applied-hash';

/** On the pod template: hash of `spec.config`, so that a change of it rolls the pods. */
export const CONFIG_CHECKSUM = 'coolops.cn/config-checksum';

/** On a data volume: the engine that wrote it. */
export const DATA_ENGINE = 'coolops.cn/data-engine';

/** On a data volume: the newest version that was started on it. */
export const DATA_VERSION = 'coolops.cn/data-version';
