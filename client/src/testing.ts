/** Connects a user of a test to their server over the network. */
import type { Organization, Person } from "../../server/test/index.ts";
import { WebSocket as NodeWebSocket, portOf } from "../../server/test/streams.ts";
import { Connection } from "./connection.ts";

/**
 * A real connection to the organization, whichever port the server listens on now. The server must trust 127.0.0.1 as a
 * proxy.
 */
export async function connectionOf(
  acme: Organization,
  person: Person,
): Promise<{ connection: Connection; moves(): Promise<void> }> {
  let port = await portOf(acme.server);
  const forwarded = { "x-forwarded-host": acme.realm.host };
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = String(input).replace("http://server", `http://127.0.0.1:${port}`);
    return globalThis.fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...forwarded } });
  };
  class Socket extends NodeWebSocket {
    constructor(url: string, protocols: string[]) {
      super(url.replace("ws://server", `ws://127.0.0.1:${port}`), protocols, { headers: forwarded });
    }
  }
  const WebSocket = Socket as unknown as typeof globalThis.WebSocket;
  const { email, apiKey } = person;
  return {
    connection: new Connection({ url: "http://server/", email, apiKey, fetch, WebSocket }),
    async moves() {
      port = await portOf(acme.server);
    },
  };
}
