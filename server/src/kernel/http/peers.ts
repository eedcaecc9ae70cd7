/** The client's IP address and the requested host, behind trusted proxies. */
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

export class Peers {
  readonly #isTrusted: ((address: string, hop: number) => boolean) | undefined;

  constructor(trustedProxies: readonly string[]) {
    this.#isTrusted = trustedProxies.length > 0 ? proxyAddress.compile([...trustedProxies]) : undefined;
  }

  ip(request: IncomingMessage): string {
    if (this.#isTrusted) return proxyAddress.all(request, this.#isTrusted).at(-1) as string;
    return request.socket.remoteAddress ?? "";
  }

  host(request: IncomingMessage): string {
    return this.#forwarded(request, "x-forwarded-host") ?? request.headers.host ?? "";
  }

  isSecure(request: IncomingMessage): boolean {
    return this.#forwarded(request, "x-forwarded-proto") === "https";
  }

  /** The nearest proxy writes last. */
  #forwarded(request: IncomingMessage, name: string): string | undefined {
    const said = this.#isTrusted && request.headers[name];
    if (!said || !this.#isTrusted?.(request.socket.remoteAddress ?? "", 0)) return undefined;
    return String(said).split(",").at(-1)?.trim();
  }
}
