import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

const directory = mkdtempSync(join(tmpdir(), "parley-sign-in-"));
after(() => rmSync(directory, { recursive: true, force: true }));
const path = join(directory, "sign-in.json");

function reading(content: unknown) {
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readConfig({ PARLEY_SIGN_IN_FILE: path }).signIn;
}

const provider = { id: "company", name: "Company", issuer: "https://id.example.com/realms/acme", client_id: "parley" };

test("the file lists providers and keys; what is left out has defaults", () => {
  assert.deepEqual(readConfig({}).signIn, { oidc: [], jwt: [] });
  const key = "x".repeat(32);
  assert.deepEqual(reading({ oidc: [provider], jwt: [{ organization: "", key, algorithms: ["HS256"] }] }), {
    oidc: [{ ...provider, icon: null, scopes: ["openid", "email", "profile"], second_factor: false }],
    jwt: [{ organization: "", key, algorithms: ["HS256"] }],
  });
});

test("mistakes are named at the start, without repeating secrets", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }) as string;
  const secretPem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  const oidc = (change: object) => ({ oidc: [{ ...provider, ...change }] });
  const jwt = (key: string, ...algorithms: string[]) => ({ jwt: [{ organization: "", key, algorithms }] });
  const cases: [unknown, RegExp][] = [
    ["{", /is not JSON/],
    [{ oidc: {} }, /oidc: /],
    [{ saml: [] }, /the file: .*saml/],
    [oidc({ id: "Company!" }), /oidc\[0\]\.id: must have only/],
    [oidc({ issuer: "http://id.example.com" }), /oidc\[0\]\.issuer: must be an https/],
    [oidc({ issuer: "id.example.com" }), /oidc\[0\]\.issuer: /],
    [oidc({ scopes: ["email"] }), /oidc\[0\]\.scopes: must include "openid"/],
    [oidc({ clientSecret: "hidden" }), /oidc\[0\]: .*clientSecret/],
    [oidc({ roles: { claim: "roles", values: { a: "king" } } }), /oidc\[0\]\.roles\.values\.a: /],
    [oidc({ roles: { claim: "roles", values: {}, otherwise: "owner" } }), /oidc\[0\]\.roles\.otherwise: /],
    [{ oidc: [provider, provider] }, /"company" occurs twice/],
    [jwt("short and hidden", "HS256"), /jwt\[0\]\.key: must have at least 32 bytes/],
    [jwt("x".repeat(40), "none"), /jwt\[0\]\.algorithms/],
    [jwt(pem, "HS256"), /jwt\[0\]\.key: is a key for other algorithms/],
    [jwt(pem, "RS256", "HS256"), /jwt\[0\]\.key: cannot be used with both/],
    [jwt(secretPem, "RS256"), /jwt\[0\]\.key: must be a public key/],
    [jwt("x".repeat(40), "RS256"), /jwt\[0\]\.key: must be a public key in PEM/],
  ];
  const twice = (...more: object[]) => ({
    oidc: more.map((each, index) => ({ ...provider, id: `p${index}`, ...each })),
  });
  const shared = (...more: object[]) => ({
    jwt: more.map((each, index) => ({
      organization: `o${index}`,
      key: "x".repeat(32),
      algorithms: ["HS256"],
      ...each,
    })),
  });
  cases.push(
    [twice({}, { second_factor: true }), /"p0" and "p1" are the same issuer, with a different second_factor/],
    [twice({ organizations: ["a"] }, { issuer: `${provider.issuer}/`, second_factor: true }), /the same issuer/],
    [shared({}, {}), /"o0" and "o1" have the same JWT key/],
    [shared({ audience: "parley" }, { audience: "parley" }), /have the same JWT key/],
  );
  assert.doesNotThrow(() => reading(twice({}, { client_id: "other" })));
  assert.doesNotThrow(() => reading(twice({ organizations: ["a"] }, { organizations: ["b"], second_factor: true })));
  assert.doesNotThrow(() => reading(shared({ audience: "a" }, { audience: "b" })));
  for (const [content, message] of cases)
    assert.throws(
      () => reading(content),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /hidden/);
        return true;
      },
    );
  assert.throws(() => readConfig({ PARLEY_SIGN_IN_FILE: join(directory, "missing.json") }), /cannot be read/);
  assert.doesNotThrow(() => reading(oidc({ issuer: "http://localhost:8080/realms/acme" })));
});
