/** Every variable that Parley reads, for those who look at all of them: docs/operations.md describes each. */

/** What of a value nobody but its owner may see: all of it, or the password in a URL. */
type Secret = "whole" | "password";

export interface Variable {
  /** The default, as it would be written; empty if there is none, or if it depends on others. */
  readonly fallback: string;
  readonly secret?: Secret;
}

const number = (fallback: number): Variable => ({ fallback: String(fallback) });
const NONE: Variable = { fallback: "" };

export const VARIABLES = {
  PARLEY_HOST: { fallback: "127.0.0.1" },
  PARLEY_PORT: number(9800),
  PARLEY_URL: NONE,
  PARLEY_DATA: { fallback: "data" },
  PARLEY_TRUSTED_PROXIES: NONE,
  PARLEY_LOG_LEVEL: { fallback: "info" },
  PARLEY_DATABASE_URL: { fallback: "", secret: "password" },
  PARLEY_READING_THREADS: NONE,
  PARLEY_DATABASE_LISTEN_URL: { fallback: "", secret: "password" },
  PARLEY_DATABASE_READERS: number(8),
  PARLEY_DATABASE_WRITERS: number(8),
  PARLEY_DATABASE_DELIVERERS: number(4),
  PARLEY_DATABASE_WAIT_MS: number(5000),
  PARLEY_DATABASE_STATEMENT_MS: number(20_000),
  PARLEY_DATABASE_LOCK_MS: number(10_000),
  PARLEY_DATABASE_PROBE_MS: number(5000),
  PARLEY_DATABASE_START_MS: number(60_000),
  PARLEY_SMTP_URL: { fallback: "", secret: "password" },
  PARLEY_MAIL_FROM: NONE,
  PARLEY_MAX_UPLOAD_MIB: number(100),
  PARLEY_UPLOAD_QUOTA_MIB: number(0),
  PARLEY_S3_ENDPOINT: NONE,
  PARLEY_S3_BUCKET: NONE,
  PARLEY_S3_REGION: { fallback: "us-east-1" },
  PARLEY_S3_ACCESS_KEY_ID: NONE,
  PARLEY_S3_SECRET_ACCESS_KEY: { fallback: "", secret: "whole" },
  PARLEY_PUSH_GATEWAY: NONE,
  PARLEY_PUSH_GATEWAY_SECRET: { fallback: "", secret: "whole" },
  PARLEY_SIGN_IN_FILE: NONE,
  PARLEY_SUMMARY_URL: NONE,
  PARLEY_SUMMARY_KEY: { fallback: "", secret: "whole" },
  PARLEY_SUMMARY_MODEL: { fallback: "default" },
  PARLEY_JITSI_URL: { fallback: "https://meet.jit.si" },
  PARLEY_GIPHY_API_KEY: { fallback: "", secret: "whole" },
  PARLEY_MEDIA_PROXY: { fallback: "true" },
  PARLEY_OUTGOING_ALLOW: NONE,
  PARLEY_WEB_PUBLIC_STREAMS_ENABLED: { fallback: "true" },
  PARLEY_INVITATION_LINK_VALIDITY_MINUTES: number(14_400),
  PARLEY_INVITATIONS_PER_DAY: number(1000),
  PARLEY_HEARTBEAT_SECONDS: number(45),
  PARLEY_RATE_LIMITS: NONE,
  PARLEY_COLLECTION_LIMITS: NONE,
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
export type Variables = { readonly [name in VariableName]?: string | undefined };

export const isVariable = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);

/** Read by tests, benchmarks and build tools; the servers that these start inherit them. */
const OF_DEVELOPMENT =
  /^PARLEY_(?:(?:BENCH|FUZZ|MODEL|TEST|WALK)_\w+|DEV_SERVER|MUTANTS|OUTAGE_SECONDS|SHOW_PLANS|SMALL_CHUNKS)$/;

export const isOfDevelopment = (name: string): boolean => OF_DEVELOPMENT.test(name);

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

/** The known name that the unknown one was probably meant to be. */
export function nearestTo(unknown: string): VariableName | undefined {
  const [nearest] = (Object.keys(VARIABLES) as VariableName[])
    .map((name) => ({ name, distance: distanceBetween(unknown.toUpperCase(), name) }))
    .sort((one, other) => one.distance - other.distance);
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
