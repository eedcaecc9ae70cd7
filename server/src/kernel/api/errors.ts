/**
 * Errors for clients: declared once with a code, a message and the type of their extra fields; thrown where the fact is
 * known. A message without values is a string literal; others are tagged with `said`.
 */
import { Sentence, said } from "./sentences.ts";

/**
 * Without a stack: nobody reads it, and rules create their error before checking, so collecting one would slow down
 * every allowed request.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** The message, to be translated; `message` is English. */
  readonly sentence: Sentence;
  /** Sentences in it are translated, too. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    sentence: Sentence,
    { code = "BAD_REQUEST", status = 400, fields = {}, headers = {} }: ApiErrorOptions = {},
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(sentence.toString());
    Error.stackTraceLimit = stackTraceLimit;
    this.sentence = sentence;
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }

  override get name(): string {
    return this.code;
  }
}

export interface ApiErrorOptions {
  code?: string;
  status?: number;
  fields?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

/** An entry of a contract's `errors`: documents the error, and is the class to throw. */
export interface ErrorDeclaration<F = unknown> {
  new (fields: F): ApiError;
  readonly code: string;
  readonly status: number;
}

/** A string is a literal: `error-texts.test.ts` finds others. */
type DeclaredSentence<F> = string | Sentence | ((fields: F) => Sentence);

function spokenBy<F>(sentence: DeclaredSentence<F>): (fields: F) => Sentence {
  if (typeof sentence === "function") return sentence;
  const same = typeof sentence === "string" ? new Sentence([sentence], []) : sentence;
  return () => same;
}

// biome-ignore lint/suspicious/noConfusingVoidType: void lets an error without fields be created without arguments.
export function apiError<F extends object | void = void>(
  code: string,
  sentence: DeclaredSentence<F>,
  { status = 400, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): ErrorDeclaration<F> {
  const spoken = spokenBy(sentence);
  return class extends ApiError {
    static readonly code = code;
    static readonly status = status;
    constructor(fields: F) {
      super(spoken(fields), { code, status, fields: (fields ?? {}) as Record<string, unknown>, headers });
    }
  };
}

/** The reference's generic error: code BAD_REQUEST with its own message. */
export function badRequest(sentence: string | Sentence): ErrorDeclaration<void>;
export function badRequest<F extends object>(sentence: (fields: F) => Sentence): (fields: F) => ApiError;
export function badRequest<F extends object>(sentence: string | Sentence | ((fields: F) => Sentence)) {
  if (typeof sentence !== "function") return apiError("BAD_REQUEST", sentence);
  return (fields: F) => new ApiError(sentence(fields));
}

/** Throws the error unless the rule holds: `demand(canAdminister(user, channel), new NotChannelAdministrator())`. */
export function demand(holds: boolean, error: ApiError): asserts holds {
  if (!holds) throw error;
}

export const InsufficientPermission = badRequest("Insufficient permission");
export const InvalidChannelId = badRequest("Invalid channel ID");
export const MissingArgument = apiError<{ var_name: string }>(
  "REQUEST_VARIABLE_MISSING",
  ({ var_name }) => said`Missing '${var_name}' argument`,
);
export const ConfusingArguments = apiError<{ var_name1: string; var_name2: string }>(
  "REQUEST_CONFUSING_VAR",
  ({ var_name1, var_name2 }) => said`Can't decide between '${var_name1}' and '${var_name2}' arguments`,
);
export const BadValue = apiError<{ var_name: string; bad_value: unknown }>(
  "REQUEST_VARIABLE_INVALID",
  ({ var_name, bad_value }) => said`Bad value for '${var_name}': ${String(bad_value)}`,
);
export const UnsupportedCombination = apiError<{ parameters: string }>(
  "BAD_REQUEST",
  ({ parameters }) => said`Unsupported parameter combination: ${parameters}`,
);
export const ExpectationMismatch = apiError<{ field_name: string }>(
  "EXPECTATION_MISMATCH",
  ({ field_name }) => said`'${field_name}' value does not match the expected value.`,
);
export const RateLimitHit = apiError<{ "retry-after": number }>("RATE_LIMIT_HIT", "API usage exceeded rate limit", {
  status: 429,
});

export const UserDeactivated = apiError("USER_DEACTIVATED", "Account is deactivated", { status: 401 });
export const RealmDeactivated = apiError("REALM_DEACTIVATED", "This organization has been deactivated", {
  status: 401,
});
