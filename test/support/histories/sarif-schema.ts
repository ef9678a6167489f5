import fs from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const SCHEMA = path.resolve(import.meta.dirname, '../../fixtures/sarif/sarif-2.1.0.schema.json');

/** Validates against the official schema of SARIF 2.1.0; `isSarif.errors` says what it refuses. */
export const isSarif = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(fs.readFileSync(SCHEMA, 'utf8')) as object,
);
