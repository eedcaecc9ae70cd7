/** Every variable that Parley reads, for those who look at all of them: docs/operations.md describes each at length. */

/** What of a value nobody but its owner may see: all of it, or the password in a URL. */
type Secret = "whole" | "password";

export interface Variable {
  /** The default, as it would be written; empty if there is none, or if it depends on others. */
  readonly fallback: string;
  /** One line for `parley serve --help`. */
  readonly meaning: string;
  /** What stands for the value there. */
  readonly placeholder: string;
  readonly secret?: Secret;
}

const number = (fallback: number, meaning: string): Variable => ({
  fallback: String(fallback),
  meaning,
  placeholder: "number",
});
const trueOrFalse = (fallback: boolean, meaning: string): Variable => ({
  fallback: String(fallback),
  meaning,
  placeholder: "true|false",
});
const text = (placeholder: string, meaning: string, more: Partial<Variable> = {}): Variable => ({
  fallback: "",
  meaning,
  placeholder,
  ...more,
});

export const VARIABLES = {
  PARLEY_HOST: text("address", "address to listen on; 0.0.0.0 for all", { fallback: "127.0.0.1" }),
  PARLEY_PORT: number(9800, "port to listen on"),
  PARLEY_URL: text("url", "the URL people use, such as https://chat.example.com"),
  PARLEY_DATA: text("path", "data directory", { fallback: "data" }),
  PARLEY_TRUSTED_PROXIES: text("networks", "proxies whose X-Forwarded-* headers are trusted, separated by commas"),
  PARLEY_LOG_LEVEL: text("level", "trace, debug, info, warn, error, fatal or silent", { fallback: "info" }),
  PARLEY_ACCESS_LOG: trueOrFalse(false, "write a line to the log for each request and delivery"),
  PARLEY_METRICS_TOKEN: text("secret", "token with which /metrics can be read from anywhere", { secret: "whole" }),
  PARLEY_METRICS_ALLOW: text("networks", "addresses that can read /metrics, separated by commas"),
  PARLEY_DATABASE_URL: text("url", "use PostgreSQL: postgres://user:password@host/database", { secret: "password" }),
  PARLEY_DATABASE_LISTEN_URL: text("url", "where to listen for notifications, past a pooler", { secret: "password" }),
  PARLEY_READING_THREADS: text("number", "most threads that read messages while the server is busy (cores − 1)"),
  PARLEY_DATABASE_READERS: number(8, "most PostgreSQL connections for reading"),
  PARLEY_DATABASE_WRITERS: number(8, "most PostgreSQL connections for writing"),
  PARLEY_DATABASE_DELIVERERS: number(4, "most PostgreSQL connections for delivering events"),
  PARLEY_DATABASE_WAIT_MS: number(5000, "how long a request waits for a connection"),
  PARLEY_DATABASE_STATEMENT_MS: number(20_000, "time limit for a statement; 0 for none"),
  PARLEY_DATABASE_LOCK_MS: number(10_000, "how long a statement waits for a locked row; 0 for no limit"),
  PARLEY_DATABASE_PROBE_MS: number(5000, "how often the listening connection is checked"),
  PARLEY_DATABASE_START_MS: number(60_000, "how long to wait at startup for PostgreSQL"),
  PARLEY_SMTP_URL: text("url", "mail server: smtps://user:password@host:465", { secret: "password" }),
  PARLEY_MAIL_FROM: text("address", "sender address of emails"),
  PARLEY_MAIL_IN_ADDRESS: text("pattern", "receive email at addresses like *@chat.example.com or parley+*@example.com"),
  PARLEY_MAIL_IN_PROTOCOL: text("protocol", "smtp, or lmtp behind a mail server", { fallback: "smtp" }),
  PARLEY_MAIL_IN_HOST: text("address", "address to listen on for email", { fallback: "127.0.0.1" }),
  PARLEY_MAIL_IN_PORT: number(2525, "port to listen on for email"),
  PARLEY_MAIL_IN_TLS: text("mode", "with a certificate: offered, required, or immediate", { fallback: "offered" }),
  PARLEY_MAIL_IN_TLS_CERTIFICATE: text("path", "certificate for encrypted email connections, in PEM format"),
  PARLEY_MAIL_IN_TLS_KEY: text("path", "private key of that certificate"),
  PARLEY_MAIL_IN_MAX_MIB: number(25, "largest email that is received, in MiB"),
  PARLEY_MAIL_IN_AUTHENTICATED_BY: text("name", "mail server whose Authentication-Results headers are believed"),
  PARLEY_MAIL_IN_SENDERS: text("trust", "checked with SPF, DKIM and DMARC, or trusted", { fallback: "checked" }),
  PARLEY_MAX_UPLOAD_MIB: number(100, "largest file that can be uploaded, in MiB"),
  PARLEY_MAX_IMPORT_MIB: number(2048, "largest archive that owners can import in the browser, in MiB"),
  PARLEY_UPLOAD_QUOTA_MIB: number(0, "storage for the files of an organization, in MiB; 0 for no limit"),
  PARLEY_S3_ENDPOINT: text("url", "S3 store for uploaded files"),
  PARLEY_S3_BUCKET: text("name", "bucket in the S3 store"),
  PARLEY_S3_REGION: text("name", "region that S3 requests are signed for", { fallback: "us-east-1" }),
  PARLEY_S3_ACCESS_KEY_ID: text("id", "access key of the S3 store"),
  PARLEY_S3_SECRET_ACCESS_KEY: text("secret", "secret of that access key", { secret: "whole" }),
  PARLEY_BACKUP_TO: text("place", "where backups are kept: a directory, or s3://bucket/prefix"),
  PARLEY_BACKUP_EVERY: text("time", "how often the server makes a backup, such as 6h"),
  PARLEY_BACKUP_KEEP: number(28, "how many backups are kept"),
  PARLEY_BACKUP_LOG: trueOrFalse(false, "ship the log of SQLite there all the time, to restore any second"),
  PARLEY_BACKUP_S3_ENDPOINT: text("url", "S3 store for backups (that of the uploaded files)"),
  PARLEY_BACKUP_S3_REGION: text("name", "region that requests to it are signed for"),
  PARLEY_BACKUP_S3_ACCESS_KEY_ID: text("id", "access key of that store"),
  PARLEY_BACKUP_S3_SECRET_ACCESS_KEY: text("secret", "secret of that access key", { secret: "whole" }),
  PARLEY_PUSH_GATEWAY: text("url", "gateway for notifications to phones"),
  PARLEY_PUSH_GATEWAY_SECRET: text("secret", "secret of that gateway", { secret: "whole" }),
  PARLEY_SIGN_IN_FILE: text("path", "file with identity providers and keys of JSON web tokens"),
  PARLEY_SUMMARY_URL: text("url", "language model for summaries, such as https://models.example.com/v1"),
  PARLEY_SUMMARY_KEY: text("secret", "key of that model", { secret: "whole" }),
  PARLEY_SUMMARY_MODEL: text("name", "name of that model", { fallback: "default" }),
  PARLEY_JITSI_URL: text("url", "server for video calls; off to disable them", { fallback: "https://meet.jit.si" }),
  PARLEY_GIPHY_API_KEY: text("secret", "lets clients offer GIFs from GIPHY", { secret: "whole" }),
  PARLEY_MEDIA_PROXY: trueOrFalse(true, "show media from other sites through the server"),
  PARLEY_OUTGOING_ALLOW: text("networks", "private addresses that the server may call, separated by commas"),
  PARLEY_WEB_PUBLIC_STREAMS_ENABLED: trueOrFalse(true, "allow channels that are readable without an account"),
  PARLEY_INVITATION_LINK_VALIDITY_MINUTES: number(14_400, "how long invitations are valid by default"),
  PARLEY_INVITATIONS_PER_DAY: number(1000, "email addresses an organization can invite a day; 0 for no limit"),
  PARLEY_HEARTBEAT_SECONDS: number(45, "a poll without events returns after this time"),
  PARLEY_RATE_LIMITS: text("rules", "off, or rules like api_by_user=6000/60 (requests/seconds), separated by commas"),
  PARLEY_COLLECTION_LIMITS: text("limits", "limits like drafts=2000, separated by commas"),
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
export type Variables = { readonly [name in VariableName]?: string | undefined };

export const VARIABLE_NAMES = Object.keys(VARIABLES) as readonly VariableName[];

export const isVariable = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);

/** Read by tests, benchmarks and build tools; the servers that these start inherit them. */
const OF_DEVELOPMENT =
  /^PARLEY_(?:(?:BENCH|FUZZ|MODEL|TEST|WALK)_\w+|DEV_SERVER|MUTANTS|OUTAGE_SECONDS|SHOW_PLANS|SLOW_BROWSER|SMALL_CHUNKS)$/;

export const isOfDevelopment = (name: string): boolean => OF_DEVELOPMENT.test(name);

/** The flag of a command that sets the variable: `--database-url` for `PARLEY_DATABASE_URL`. */
export const flagOf = (name: VariableName): string =>
  `--${name.slice("PARLEY_".length).toLowerCase().replaceAll("_", "-")}`;

const HIDDEN = "********";

/** The value without what is secret in it. */
export function shown(name: VariableName, value: string): string {
  const { secret }: Variable = VARIABLES[name];
  if (secret === undefined || value === "") return value;
  const url = secret === "password" ? URL.parse(value) : null;
  if (!url) return HIDDEN;
  if (url.password !== "") url.password = HIDDEN;
  // PostgreSQL also accepts it there.
  if (url.searchParams.has("password")) url.searchParams.set("password", HIDDEN);
  return url.href;
}

export const holdsSecret = (name: VariableName, value: string): boolean => shown(name, value).includes(HIDDEN);

/** The known name that the unknown one was probably meant to be. */
export function nearestTo(unknown: string): VariableName | undefined {
  const [nearest] = VARIABLE_NAMES.map((name) => ({
    name,
    distance: distanceBetween(unknown.toUpperCase(), name),
  })).sort((one, other) => one.distance - other.distance);
  const most = Math.ceil((unknown.length - "PARLEY_".length) / 2);
  return nearest && nearest.distance <= most ? nearest.name : undefined;
}

/** How many characters must be inserted, removed or replaced (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [line, character] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, compared] of [...other].entries())
      next.push(
        Math.min(
          (next[column] as number) + 1,
          (row[column + 1] as number) + 1,
          (row[column] as number) + (character === compared ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) as number;
}
