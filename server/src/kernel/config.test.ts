import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";
import { DEFAULT_COLLECTION_LIMITS } from "./limits/collections.ts";

const STRICT_LIMITS = {
  authenticate_by_username: { requests: 5, seconds: 1800 },
  sign_in_failures_by_ip: { requests: 50, seconds: 1800 },
  second_factor_by_user: { requests: 5, seconds: 1800 },
  password_reset_by_email: { requests: 2, seconds: 3600 },
  password_reset_by_email_daily: { requests: 5, seconds: 86_400 },
  email_change_by_user: { requests: 2, seconds: 3600 },
  email_change_by_user_daily: { requests: 5, seconds: 86_400 },
  sends_email_by_ip: { requests: 30, seconds: 86_400 },
  invite_by_user: { requests: 60, seconds: 3600 },
  sign_up_by_ip: { requests: 60, seconds: 3600 },
  sign_up_with_link_by_ip: { requests: 600, seconds: 3600 },
  sign_up_by_email: { requests: 5, seconds: 86_400 },
  password_strength_by_ip: { requests: 1500, seconds: 300 },
  spectator_attachment_access_by_file: { requests: 1000, seconds: 86_400 },
  external_content_by_reader: { requests: 1200, seconds: 60 },
  test_push_by_user: { requests: 30, seconds: 600 },
  summaries_by_user: { requests: 30, seconds: 3600 },
  command_calls_by_user: { requests: 60, seconds: 60 },
  mail_in_by_organization: { requests: 50, seconds: 60 },
  mail_in_by_organization_hourly: { requests: 600, seconds: 3600 },
  mail_in_by_address: { requests: 120, seconds: 3600 },
  mail_in_by_sender: { requests: 60, seconds: 3600 },
  mail_in_refusals_by_ip: { requests: 100, seconds: 3600 },
};

test("no variable is required", () => {
  const { host, port, externalUrl, databaseUrl, heartbeatSeconds, trustedProxies, logLevel, rateLimits } = readConfig(
    {},
  );
  assert.deepEqual(
    { host, port, externalUrl, databaseUrl, heartbeatSeconds, trustedProxies, logLevel },
    {
      host: "127.0.0.1",
      port: 9800,
      externalUrl: undefined,
      databaseUrl: undefined,
      heartbeatSeconds: 45,
      trustedProxies: [],
      logLevel: "info",
    },
  );
  assert.deepEqual(rateLimits, {
    api_by_user: { requests: 6000, seconds: 60 },
    api_by_ip: { requests: 600, seconds: 60 },
    ...STRICT_LIMITS,
  });
});

test("an empty variable counts as unset", () => {
  const names = ["URL", "PORT", "HOST", "DATABASE_URL", "RATE_LIMITS", "TRUSTED_PROXIES", "LOG_LEVEL", "DATA"];
  assert.deepEqual(readConfig(Object.fromEntries(names.map((name) => [`PARLEY_${name}`, ""]))), readConfig({}));
});

test("variables are read", () => {
  const url = (PARLEY_URL: string) => readConfig({ PARLEY_URL }).externalUrl;
  assert.equal(url("https://chat.example.com/"), "https://chat.example.com");
  assert.equal(url("HTTP://Chat.Example.com:8080"), "http://chat.example.com:8080");
  assert.equal(readConfig({ PARLEY_PORT: "0" }).port, 0);
  assert.equal(readConfig({ PARLEY_WEB_PUBLIC_STREAMS_ENABLED: "false" }).webPublicStreamsEnabled, false);
  assert.equal(
    readConfig({ PARLEY_JITSI_URL: "https://meet.example.com/" }).jitsiServerUrl,
    "https://meet.example.com",
  );
  assert.equal(readConfig({ PARLEY_JITSI_URL: "off" }).jitsiServerUrl, null);
  assert.equal(readConfig({ PARLEY_GIPHY_API_KEY: "abc" }).giphyApiKey, "abc");
  assert.deepEqual(readConfig({ PARLEY_OUTGOING_ALLOW: "10.1.0.0/16, ::1" }).outgoingAllow, ["10.1.0.0/16", "::1"]);
  assert.deepEqual(readConfig({ PARLEY_TRUSTED_PROXIES: " 127.0.0.1, 10.0.0.0/8 ,fd00::/8,::1" }).trustedProxies, [
    "127.0.0.1",
    "10.0.0.0/8",
    "fd00::/8",
    "::1",
  ]);
});

test("limits are set one by one, and the others keep their defaults", () => {
  const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "api_by_user=10/1, api_by_ip=5/30" });
  assert.deepEqual(rateLimits, {
    api_by_user: { requests: 10, seconds: 1 },
    api_by_ip: { requests: 5, seconds: 30 },
    ...STRICT_LIMITS,
  });
  assert.equal(readConfig({ PARLEY_RATE_LIMITS: "off" }).rateLimits, undefined);
});

test("limits of collections are raised one by one", () => {
  assert.deepEqual(readConfig({}).collectionLimits, DEFAULT_COLLECTION_LIMITS);
  const { collectionLimits } = readConfig({ PARLEY_COLLECTION_LIMITS: "drafts=2000, custom_emoji=30000" });
  assert.deepEqual(collectionLimits, { ...DEFAULT_COLLECTION_LIMITS, drafts: 2000, custom_emoji: 30_000 });
});

const S3 = {
  PARLEY_S3_ENDPOINT: "https://s3.example.com/",
  PARLEY_S3_BUCKET: "chat-files",
  PARLEY_S3_ACCESS_KEY_ID: "AK",
  PARLEY_S3_SECRET_ACCESS_KEY: "hunter2",
};

test("files are in the data directory, or in a fully configured store", () => {
  assert.equal(readConfig({}).s3, undefined);
  const store = {
    endpoint: "https://s3.example.com",
    bucket: "chat-files",
    accessKeyId: "AK",
    secretAccessKey: "hunter2",
  };
  assert.deepEqual(readConfig(S3).s3, { ...store, region: "us-east-1" });
  assert.equal(readConfig({ ...S3, PARLEY_S3_REGION: "eu-1" }).s3?.region, "eu-1");
  for (const name of Object.keys(S3))
    assert.throws(() => readConfig({ ...S3, [name]: "" }), new ConfigError(`To use an S3 store, also set ${name}.`));
  for (const PARLEY_S3_ENDPOINT of ["s3.example.com", "ftp://s3", "https://s3.example.com/?x=1"])
    assert.throws(() => readConfig({ ...S3, PARLEY_S3_ENDPOINT }), ConfigError);
  assert.throws(() => readConfig({ ...S3, PARLEY_S3_BUCKET: "a/b" }), ConfigError);
});

test("uploads have limits", () => {
  const { maxUploadMib, uploadQuotaMib } = readConfig({});
  assert.deepEqual([maxUploadMib, uploadQuotaMib], [100, null]);
  const set = readConfig({ PARLEY_MAX_UPLOAD_MIB: "5", PARLEY_UPLOAD_QUOTA_MIB: "1000" });
  assert.deepEqual([set.maxUploadMib, set.uploadQuotaMib], [5, 1000]);
});

test("summaries need a model's address and its key, or are off", () => {
  assert.equal(readConfig({}).summaries, undefined);
  const both = { PARLEY_SUMMARY_URL: "http://127.0.0.1:11434/v1/", PARLEY_SUMMARY_KEY: "key" };
  assert.deepEqual(readConfig(both).summaries, { url: "http://127.0.0.1:11434/v1", key: "key", name: "default" });
  const whole = { ...both, PARLEY_SUMMARY_URL: "https://a.example/v1/chat/completions", PARLEY_SUMMARY_MODEL: "small" };
  assert.deepEqual(readConfig(whole).summaries, { url: "https://a.example/v1", key: "key", name: "small" });
  for (const half of [{ PARLEY_SUMMARY_URL: "https://a.example" }, { PARLEY_SUMMARY_KEY: "key" }])
    assert.throws(() => readConfig(half), /Set both .* or neither/);
  for (const address of ["a.example", "ftp://a.example", "https://a:b@a.example", "https://a.example/?x"])
    assert.throws(() => readConfig({ ...both, PARLEY_SUMMARY_URL: address }), /PARLEY_SUMMARY_URL must be an address/);
  assert.throws(
    () => readConfig({ ...both, PARLEY_SUMMARY_KEY: "not one key" }),
    (error: Error) => !error.message.includes("not one"),
  );
});

test("push notifications need a gateway with its secret, or are off", () => {
  assert.equal(readConfig({}).pushGateway, undefined);
  const secret = "0123456789abcdef";
  const set = readConfig({ PARLEY_PUSH_GATEWAY: "http://10.0.0.7:8080/push/", PARLEY_PUSH_GATEWAY_SECRET: secret });
  assert.deepEqual(set.pushGateway, { url: "http://10.0.0.7:8080/push", secret });
  for (const half of [{ PARLEY_PUSH_GATEWAY: "https://push.example.com" }, { PARLEY_PUSH_GATEWAY_SECRET: secret }])
    assert.throws(() => readConfig(half), /Set both .* or neither/);
  for (const address of [
    "push.example.com",
    "ftp://push.example.com",
    "https://a:b@push.example.com",
    "https://a.b/?x",
  ])
    assert.throws(
      () => readConfig({ PARLEY_PUSH_GATEWAY: address, PARLEY_PUSH_GATEWAY_SECRET: secret }),
      /PARLEY_PUSH_GATEWAY must be an address/,
    );
  const short = { PARLEY_PUSH_GATEWAY: "https://push.example.com", PARLEY_PUSH_GATEWAY_SECRET: "hunter2" };
  assert.throws(
    () => readConfig(short),
    (error: Error) => !error.message.includes("hunter2"),
  );
});

test("email goes through the configured server, from the configured address", () => {
  const { smtpUrl, mailFrom } = readConfig({});
  assert.deepEqual([smtpUrl, mailFrom], [undefined, undefined]);
  const PARLEY_SMTP_URL = "smtps://chat:secret@mail.example.com:465";
  const set = readConfig({ PARLEY_SMTP_URL, PARLEY_MAIL_FROM: "chat@example.com" });
  assert.deepEqual([set.smtpUrl, set.mailFrom], [PARLEY_SMTP_URL, "chat@example.com"]);
});

test("email comes in where it has an address, encrypted where there is a certificate", () => {
  assert.equal(readConfig({}).mailIn, undefined);
  assert.deepEqual(readConfig({ PARLEY_MAIL_IN_ADDRESS: "*@In.Example.com" }).mailIn, {
    prefix: "",
    domain: "in.example.com",
    protocol: "smtp",
    host: "127.0.0.1",
    port: 2525,
    tls: undefined,
    maxBytes: 25 * 1024 * 1024,
    authenticatedBy: undefined,
    senders: "checked",
  });
  const files = { PARLEY_MAIL_IN_TLS_CERTIFICATE: "/etc/c.pem", PARLEY_MAIL_IN_TLS_KEY: "/etc/k.pem" };
  const set = readConfig({
    PARLEY_MAIL_IN_ADDRESS: "Parley+*@example.com",
    PARLEY_MAIL_IN_PROTOCOL: "lmtp",
    PARLEY_MAIL_IN_TLS: "required",
    PARLEY_MAIL_IN_AUTHENTICATED_BY: "MX.example.com",
    ...files,
  }).mailIn;
  assert.deepEqual(
    [set?.prefix, set?.domain, set?.protocol, set?.authenticatedBy],
    ["parley+", "example.com", "lmtp", "mx.example.com"],
  );
  assert.deepEqual(set?.tls, { certificate: "/etc/c.pem", key: "/etc/k.pem", mode: "required" });
  assert.throws(() => readConfig({ PARLEY_MAIL_IN_TLS_KEY: "/etc/k.pem" }), /Set both PARLEY_MAIL_IN_TLS_CERTIFICATE/);
});

const wrong: Record<string, string[]> = {
  PARLEY_MAIL_IN_ADDRESS: [
    "chat@example.com",
    "*",
    "*@",
    "@example.com",
    "**@example.com",
    "*@exa mple.com",
    "a*@example.com",
  ],
  PARLEY_MAIL_IN_PROTOCOL: ["pop3", "SMTP"],
  PARLEY_MAIL_IN_TLS: ["on", "required"],
  PARLEY_MAIL_IN_SENDERS: ["off", "Trusted"],
  PARLEY_MAIL_IN_PORT: ["-1", "65536", "smtp"],
  PARLEY_MAIL_IN_MAX_MIB: ["0", "101", "ten"],
  PARLEY_URL: [
    "chat.example.com",
    "ftp://chat.example.com",
    "https://chat.example.com/path",
    "https://chat.example.com?x",
    "https://user:password@chat.example.com",
    "https://chat example.com",
    "https://",
  ],
  PARLEY_PORT: ["-1", "65536", "80.5", "1e3", "0x50", "http", " "],
  PARLEY_HEARTBEAT_SECONDS: ["0", "76", "ten"],
  PARLEY_MAX_UPLOAD_MIB: ["0", "-1", "4097", "1.5", "ten"],
  PARLEY_UPLOAD_QUOTA_MIB: ["-1", "1.5", "ten"],
  PARLEY_WEB_PUBLIC_STREAMS_ENABLED: ["yes", "1", "TRUE"],
  PARLEY_TRUSTED_PROXIES: ["proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "0.0.0.0/0", "::/129", "10.0.0"],
  PARLEY_OUTGOING_ALLOW: ["bots.example.com", "10.0.0.0/33", "0.0.0.0/0", "::/0", "10.0.0.1:80", "*"],
  PARLEY_SMTP_URL: ["mail.example.com", "http://user:hunter2@mail.example.com", "smtp://"],
  PARLEY_MAIL_FROM: ["chat", "Chat <chat@example.com>", "a@example.com, b@example.com", "a@b\nBcc: c@d"],
  PARLEY_LOG_LEVEL: ["loud", "INFO"],
  PARLEY_DATABASE_URL: ["mysql://db", "postgres", "postgres://user:hunter2@host:port/db"],
  PARLEY_COLLECTION_LIMITS: [
    "off",
    "drafts",
    "drafts=",
    "drafts=0",
    "drafts=-1",
    "drafts=1.5",
    "__proto__=5",
    "dragons=3",
  ],
  PARLEY_DATABASE_LISTEN_URL: ["mysql://db", "postgres://user:hunter2@host:port/db"],
  PARLEY_READING_THREADS: ["-1", "65", "all"],
  PARLEY_DATABASE_READERS: ["0", "many"],
  PARLEY_DATABASE_WRITERS: ["0"],
  PARLEY_DATABASE_DELIVERERS: ["0"],
  PARLEY_DATABASE_WAIT_MS: ["0", "5s"],
  PARLEY_DATABASE_STATEMENT_MS: ["-1"],
  PARLEY_DATABASE_LOCK_MS: ["-1"],
  PARLEY_DATABASE_PROBE_MS: ["0"],
  PARLEY_DATABASE_START_MS: ["forever"],
  PARLEY_RATE_LIMITS: [
    "OFF",
    "api_by_user",
    "api_by_user=10",
    "api_by_user=0/60",
    "api_by_user=10/0",
    "api_by_user=-1/60",
    "api_by_user=1.5/60",
    "by_moon=1/60",
    "toString=1/60",
    "__proto__=1/60",
    "api_by_user=10/60,",
    "api_by_user=10/60;api_by_ip=1/1",
  ],
};

for (const [name, values] of Object.entries(wrong))
  for (const value of values)
    test(`${name} cannot be ${JSON.stringify(value)}`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => {
          assert(error instanceof ConfigError);
          assert.ok(error.message.startsWith(name), error.message);
          assert.ok(!error.message.includes("hunter2"), "a password is not repeated");
          return true;
        },
      );
    });
