/** A browser without a window: keeps cookies, fills in forms and follows redirects. */
import assert from "node:assert/strict";
import { ask, type TestResponse } from "./ask.ts";
import type { TestServer } from "./server.ts";

/** An organization, by its URL. */
interface Site {
  readonly server: TestServer;
  readonly realm: { readonly url: string; readonly host: string };
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #acme: Site;
  headers: Record<string, string> = {};

  constructor(acme: Site) {
    this.#acme = acme;
  }

  /** Opens a URL of the server, such as one from an email. */
  opens(address: string): Promise<TestResponse> {
    const { pathname, search } = new URL(address, this.#acme.realm.url);
    return this.asks(`GET /${pathname}${search}`);
  }

  /** Fills in a page's form and submits it with its hidden fields. */
  async fills(address: string, fields: Record<string, string>): Promise<TestResponse> {
    const page = await this.opens(address);
    return this.sends(page, fields);
  }

  sends(page: TestResponse, fields: Record<string, string>): Promise<TestResponse> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
    assert(action, `a form in:\n${page.text}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...fields };
    return this.asks(`POST /${action}`, form);
  }

  /** `asks("GET //json/users/me")`. */
  async asks(what: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<TestResponse> {
    const { cookie } = this;
    const answer = await ask(this.#acme.server, what, {
      host: this.#acme.realm.host,
      headers: { ...(cookie === "" ? {} : { cookie }), ...this.headers, ...headers },
      ...(form ? { form } : {}),
    });
    for (const each of [answer.headers["set-cookie"] ?? []].flat()) this.#keep(each);
    return answer;
  }

  /** As it is sent. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get csrfToken(): string {
    return this.cookies.get("csrftoken") ?? this.cookies.get("__Host-csrftoken") ?? "";
  }

  /** Calls an operation as the web client does, with the token that its pages carry. */
  calls(what: string, form?: Record<string, string>): Promise<TestResponse> {
    const [method, path] = what.split(" ");
    return this.asks(`${method} //json${path}`, form, { "x-csrftoken": this.csrfToken });
  }

  async signsIn(email: string, password: string): Promise<TestResponse> {
    return this.fills("/login/", { username: email, password });
  }

  #keep(header: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*);/.exec(header) ?? [];
    if (/; Max-Age=0(;|$)/.test(header)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
