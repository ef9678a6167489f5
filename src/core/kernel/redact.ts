import { replaceWebTokens } from './web-tokens.ts';

const PLACEHOLDER = '[redacted]';

/** Shorter keys are placeholders such as "ollama" or "EMPTY"; hiding them would only garble the text. */
const SHORTEST_SECRET = 8;

/** What looks like a credential even when we were not told it: bearer tokens and the usual key prefixes. */
const CREDENTIAL_SHAPES: readonly RegExp[] = [
  // A digit somewhere: "bearer authentication" is a sentence, not a key.
  /\bBearer\s+(?=\S*\d)[\w.~+/=-]{8,}/gi,
  /\b(?:sk|rk|pk|gsk|xai|hf|ghp|gho|glpat)[-_][\w*.-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bxox[abprs]-[\w-]{10,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\w+/=\s\\]{20,}/g,
];

/**
 * The text without the secrets, whole or as they look inside JSON or a URL, and without anything that has
 * the shape of a credential. For every sentence, log line and file that leaves the model client.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = redactExact(text, secrets);
  for (const form of secrets.flatMap(formsOf)) clean = redactBeginnings(clean, form);
  for (const shape of CREDENTIAL_SHAPES) clean = clean.replace(shape, () => PLACEHOLDER);
  return replaceWebTokens(clean, PLACEHOLDER);
}

/** Only the given secrets; for content that must otherwise stay byte for byte, such as a recorded reply. */
export function redactExact(text: string, secrets: readonly string[]): string {
  let clean = text;
  // Longest first, so that a key that contains another one leaves no remainder.
  for (const form of secrets.flatMap(formsOf).sort((a, b) => b.length - a.length)) {
    clean = clean.replaceAll(form, () => PLACEHOLDER);
  }
  return clean;
}

/** A message cut to length may end inside a secret; its beginning is hidden as well. */
function redactBeginnings(text: string, secret: string): string {
  const beginning = secret.slice(0, SHORTEST_SECRET);
  let clean = '';
  let from = 0;
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, from)) {
    let end = at + beginning.length;
    while (end < text.length && text[end] === secret[end - at]) end++;
    clean += text.slice(from, at) + PLACEHOLDER;
    from = end;
  }
  return clean + text.slice(from);
}

/** How a secret may look: as it is, inside JSON, inside a URL. None when it is too short to be one. */
export function formsOf(secret: string): string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), percentEncoded(secret)])];
}

function percentEncoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret; // A lone surrogate has no percent-encoding.
  }
}
