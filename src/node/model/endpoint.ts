import { fail, ok, type Result } from '../../core/kernel/result.ts';

/** Where the requests go. Made only from what the person entered, never from OPENAI_* variables. */
export interface Endpoint {
  /** Base URL without query and without a slash at its end. */
  readonly url: string;
  /** What follows `?` in the base URL, for example Azure's api-version. */
  readonly query: Readonly<Record<string, string>>;
  readonly origin: string;
  /** Host and port, for labels and sentences. */
  readonly host: string;
  /** `azure` is the deployments style with its own key header; its newer /openai/v1 style counts as `openai`. */
  readonly kind: 'openai' | 'azure' | 'compatible';
}

/** A key and the only origin it may be sent to. */
export interface BoundKey {
  readonly key: string;
  readonly origin: string;
}

export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

const LAST_STEP = '/chat/completions';

/** Errors name the base URL and show the right form; they never repeat credentials found in it. */
export function parseEndpoint(baseUrl: string): Result<Endpoint, string> {
  const example = `for example ${OPENAI_BASE_URL} or http://localhost:11434/v1`;
  if (!URL.canParse(baseUrl)) return fail(`The base URL "${baseUrl}" is not a URL; ${example}`);
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail(`The base URL must start with https:// or http://, not ${url.protocol}//; ${example}`);
  }
  if (url.username !== '' || url.password !== '') {
    return fail(
      `The base URL of ${url.host} must not contain a user name or password; enter an API key instead`,
    );
  }
  const folder = withoutSlash(url.pathname);
  const path = withoutSlash(folder.endsWith(LAST_STEP) ? folder.slice(0, -LAST_STEP.length) : folder);
  return ok({
    url: url.origin + path,
    query: Object.fromEntries(url.searchParams),
    origin: url.origin,
    host: url.host,
    kind: kindOf(url.hostname, path),
  });
}

/** A server of the person's own, on the machine the request comes from. */
export const isOnThisMachine = ({ origin }: Endpoint): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);

/** Binds a key to the origin it was entered for. */
export function bindKey(key: string, baseUrl: string): Result<BoundKey, string> {
  const endpoint = parseEndpoint(baseUrl);
  if (!endpoint.ok) return endpoint;
  const trimmed = key.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    return fail(
      'The API key is empty or has characters that no header can carry (a space, a line break?); enter it again',
    );
  }
  return ok({ key: trimmed, origin: endpoint.value.origin });
}

function kindOf(hostname: string, path: string): Endpoint['kind'] {
  if (path.includes('/openai/deployments/')) return 'azure';
  if (hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com')) return 'openai';
  return 'compatible';
}

const withoutSlash = (path: string): string => path.replace(/(?<!\/)\/+$/, '');
