/** Lower-case hexadecimal SHA-256 of the bytes; given to core by the host because core has no crypto. */
export type Sha256 = (bytes: Uint8Array) => string;
