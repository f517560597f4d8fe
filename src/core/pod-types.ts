/** @module Short names for the parts of a pod template, taken from the Deployment's type. */
import type { Deployment } from '../kube/resources.ts';

export type DeploymentSpec = NonNullable<Deployment['spec']>;
export type PodTemplate = DeploymentSpec['template'];
export type PodSpec = NonNullable<PodTemplate['spec']>;
export type Container = PodSpec['containers'][number];
export type EnvVar = NonNullable<Container['env']>[number];
export type VolumeMount = NonNullable<Container['volumeMounts']>[number];
export type Volume = NonNullable<PodSpec['volumes']>[number];
export type Probe = NonNullable<Container['readinessProbe']>;
