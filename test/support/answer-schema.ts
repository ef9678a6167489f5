import fs from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';

const folder = path.resolve(import.meta.dirname, '../../schemas');
const ajv = new Ajv({ strict: false });

/** Whether a value has the shape of `schemas/<name>.schema.json`, for example `tools/get_source.result`. */
export function answerSchema(name: string): (value: unknown) => boolean {
  const schema: unknown = JSON.parse(fs.readFileSync(path.join(folder, `${name}.schema.json`), 'utf8'));
  if (typeof schema !== 'object' || schema === null) throw new Error(`${name} is no schema`);
  return ajv.compile(schema);
}
