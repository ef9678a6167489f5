export declare const AGENT_CLIENTS: Readonly<
  Record<
    'copilot' | 'gemini' | 'qwen',
    { readonly package: string; readonly version: string; readonly program: string }
  >
>;

/** The absolute path of a client's script, installed when it is not there yet. */
export function agentClient(name: keyof typeof AGENT_CLIENTS): Promise<string>;

/** All of them; the answer says what was done. */
export function installAgentClients(): Promise<string>;
