/** @module Everything that is generated from the schema: file by file, as text. */
import { databaseManagerCrd } from '../../src/api/crd.ts';
import { databaseManagerSchema } from '../../src/api/schema/database-manager-schema.ts';
import { specSchema } from '../../src/api/schema/spec.ts';
import { statusSchema } from '../../src/api/schema/status.ts';
import { emitYaml } from './crd-yaml.ts';
import { emitReference } from './reference.ts';
import { emitTypes } from './type-emitter.ts';

/** Path from the root of the repository → content. The same schema always gives the same bytes. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const types = emitTypes([
    { name: 'DatabaseManagerSpec', prefix: 'DatabaseManager', schema: specSchema },
    { name: 'DatabaseManagerStatus', prefix: 'DatabaseManager', schema: statusSchema },
  ]);
  return new Map([
    ['src/api/generated/types.ts', types],
    ['crd/databasemanagers.coolops.cn.yaml', await emitYaml(databaseManagerCrd())],
    ['docs/reference.md', emitReference(databaseManagerSchema)],
  ]);
}
