/** A proxy between browsers and a server that changes given texts, as an upgrade of the server would. */
import { request as ask, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Lifetime } from "./server.ts";

/** Changes to texts, by path. */
export type TextChanges = Map<string, (text: string) => string>;

/** Returns the proxy's port. */
export async function standBetween(
  t: Lifetime,
  server: { readonly port: number },
  changes: TextChanges,
): Promise<number> {
  const between = createServer((request, response) => {
    const { method, url: path = "/", headers } = request;
    const change = changes.get(path);
    const plain = change ? { ...headers, "accept-encoding": "identity" } : headers;
    const asked = ask({ host: "127.0.0.1", port: server.port, method, path, headers: plain }, async (answer) => {
      if (!change) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const { "content-length": _, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, kept).end(change(await text(answer)));
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  between.on("upgrade", ({ method, url, rawHeaders }, socket, head) => {
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}`,
    );
    const onward = connect(server.port, "127.0.0.1", () => {
      onward.write([`${method} ${url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [onward, socket]) end.on("error", () => [onward, socket].map((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    between.closeAllConnections();
    between.close();
  });
  return (between.address() as AddressInfo).port;
}
