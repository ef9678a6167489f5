/** An answer to a request that cannot be carried out, as the protocol numbers them. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
