/** @module Misbehaviour on demand, so that tests can see what clients make of it. */
import type { WireRequest, WireResponse } from '../kube/transport.ts';

/**
 * Stands between the client and the sandbox. It may wait, throw a ConnectionError, answer in the sandbox's place,
 * or change what the sandbox answered (cut a watch short, for one).
 */
export type Faults = (request: WireRequest, proceed: () => Promise<WireResponse>) => Promise<WireResponse>;
