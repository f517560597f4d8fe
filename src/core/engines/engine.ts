/** @module What dbm has to know of one database engine: the contract of its official image and its versions. */
import type { DbType } from '../../api/defaults.ts';
import type { EnvVar, Probe } from '../pod-types.ts';

/** A series of releases that its makers maintain together. */
export interface EngineSeries {
  /** The leading parts of its version numbers: `8.4`, `17`. */
  readonly series: string;
  /** Long-term support. */
  readonly lts?: true;
  /** The month (`2023-10`) of its last fixes, where it is known. */
  readonly lastFixes?: string;
}

/** What an instance asks of its engine; the files are paths inside the container. */
export interface EngineSetup {
  readonly version: string;
  readonly rootPasswordFile: string;
  /** Absent where `spec.username` is, and where the engine has one user only. */
  readonly userPasswordFile?: string;
  readonly database?: string;
  readonly username?: string;
}

/** Where data and configuration are inside the container. */
export interface EnginePaths {
  /** Mount point of the data volume. */
  readonly data: string;
  /** Where the server puts its socket and pid file. */
  readonly runtime: string;
  /** Where `spec.config` is mounted, as one file. */
  readonly configFile: string;
}

/** The probes of the container: `startup` and `liveness` need no password, `readiness` logs in. */
export interface EngineProbes {
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

/** One entry of the catalogue. Nothing outside of `engines/` asks which engine it deals with. */
export interface Engine {
  readonly dbtype: DbType;
  /** As its makers spell it, for messages. */
  readonly title: string;
  /** Name of the official image, without tag. */
  readonly imageName: string;
  /** What a `spec` without version means, for ever: changing it would upgrade running databases. */
  readonly defaultVersion: string;
  /** What `dbm create` writes. */
  readonly currentLts: string;
  /** Known series; of two that fit the first counts. Other versions are allowed, and nothing is said of them. */
  readonly series: readonly EngineSeries[];
  readonly port: number;
  /** Name of the port (15 characters at most) and scheme of the connection URI. */
  readonly protocol: string;
  /** The administrator, whose password is `root-password`. */
  readonly rootUser: string;
  /** True where `spec.username` renames the administrator rather than adding a user. */
  readonly singleUser: boolean;
  /** How long the server may take to write everything down when it is told to stop, in seconds. */
  readonly stopSeconds: number;
  /** What a container asks for when the spec says nothing. */
  readonly requests: Readonly<Record<'cpu' | 'memory', string>>;
  /** User and group id of the server in this image. */
  userId(image: string): number;
  paths(version: string): EnginePaths;
  environment(setup: EngineSetup): readonly EnvVar[];
  /** Arguments of the server when `spec.config` is given. */
  configArguments(paths: EnginePaths): readonly string[];
  probes(setup: EngineSetup): EngineProbes;
  /** Why data written by version `from` cannot be served by version `to`, with the cure; undefined when they can. */
  moveRefusal(from: string, to: string): string | undefined;
}
