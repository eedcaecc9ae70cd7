/** A person on the sign-up pages, with a browser's cookies. */
import assert from "node:assert/strict";
import type { Organization } from "../../../test/index.ts";
import { Role } from "../../kernel/access/roles.ts";
import { addMembers } from "../../kernel/access/store.ts";
import { insertUnclaimed, insertUser } from "../../people/users/store.ts";

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

/** An account that waits for its person, as an import creates it. */
export async function waitingAccount(acme: Organization, delivery_email: string): Promise<number> {
  const { secrets } = acme.server.app;
  const { apiKey: _, ...key } = secrets.newApiKey();
  let id = 0;
  await acme.alter(async (tx) => {
    const account = { realm_id: acme.realm.id, delivery_email, full_name: "Ben Riley", role: Role.member };
    const facts = { bot_type: null, bot_owner_id: null, date_joined: 0, settings: {}, password_hash: null };
    const rights = {
      can_create_users: false,
      can_change_user_emails: false,
      is_email_verified: false,
      is_active: false,
    };
    id = (await insertUser(tx, { ...account, ...facts, ...rights, ...key })).id;
    await addMembers(tx, acme.realm.systemGroups["role:members"], [id]);
    await insertUnclaimed(tx, acme.realm.id, id);
  });
  return id;
}
