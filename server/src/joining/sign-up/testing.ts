/** A person on the sign-up pages, with a browser's cookies. */
import assert from "node:assert/strict";
import type { Organization } from "../../../test/index.ts";

export class Visitor {
  readonly #acme: Organization;
  readonly #cookies = new Map<string, string>();
  status = 0;
  /** Where the last response redirected to. */
  location: string | null = null;
  text = "";
  #url = "";

  constructor(acme: Organization) {
    this.#acme = acme;
  }

  /** Opens a path or a link from an email; follows the redirect that adds a slash. */
  async opens(address: string): Promise<this> {
    await this.#asks(new URL(address, this.#acme.realm.url).href);
    if (this.status === 301) await this.#asks(new URL(this.location as string, this.#acme.realm.url).href);
    return this;
  }

  /** Submits the form on the current page. */
  submits(fields: Readonly<Record<string, string>>): Promise<this> {
    return this.submitsTo(this.#url, fields);
  }

  /** Submits a form to another page than the one it is on. */
  async submitsTo(address: string, fields: Readonly<Record<string, string>>): Promise<this> {
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(this.text)?.[1];
    assert.ok(token, `there is a form in:\n${this.text}`);
    const url = new URL(address, this.#acme.realm.url).href;
    await this.#asks(url, new URLSearchParams({ csrfmiddlewaretoken: token, ...fields }));
    return this;
  }

  /** Calls the API in the session. */
  async asks(path: string): Promise<Record<string, unknown>> {
    await this.#asks(`${this.#acme.realm.url}/json${path}`);
    return JSON.parse(this.text) as Record<string, unknown>;
  }

  get heading(): string | undefined {
    return /<h1>(.*?)<\/h1>/.exec(this.text)?.[1];
  }

  async #asks(url: string, body?: URLSearchParams): Promise<void> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.#acme.server.fetch(url, {
      method: body ? "POST" : "GET",
      headers: { "accept-language": "en", ...(cookie === "" ? {} : { cookie }) },
      ...(body ? { body } : {}),
    });
    this.#url = url;
    this.status = response.status;
    this.location = response.headers.get("location");
    this.text = await response.text();
    for (const [, name, value] of (response.headers.get("set-cookie") ?? "").matchAll(/(?:^|,)\s*([\w-]+)=([^;,]*)/g))
      if (!/^expires$/i.test(name as string)) this.#cookies.set(name as string, value as string);
  }
}
