/**
 * Errors for clients: declared once with a code, a message and the type of their extra fields; thrown where the fact is
 * known.
 */

/**
 * Without a stack: nobody reads it, and rules create their error before checking, so collecting one would slow down
 * every allowed request.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    message: string,
    { code = "BAD_REQUEST", status = 400, fields = {}, headers = {} }: ApiErrorOptions = {},
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
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

// biome-ignore lint/suspicious/noConfusingVoidType: void lets an error without fields be created without arguments.
export function apiError<F extends object | void = void>(
  code: string,
  sentence: string | ((fields: F) => string),
  { status = 400, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): ErrorDeclaration<F> {
  return class extends ApiError {
    static readonly code = code;
    static readonly status = status;
    constructor(fields: F) {
      const msg = typeof sentence === "string" ? sentence : sentence(fields);
      super(msg, { code, status, fields: (fields ?? {}) as Record<string, unknown>, headers });
    }
  };
}

/** The reference's generic error: code BAD_REQUEST with its own message. */
export function badRequest(sentence: string): ErrorDeclaration<void>;
export function badRequest<F extends object>(sentence: (fields: F) => string): (fields: F) => ApiError;
export function badRequest<F extends object>(sentence: string | ((fields: F) => string)) {
  if (typeof sentence === "string") return apiError("BAD_REQUEST", sentence);
  return (fields: F) => new ApiError(sentence(fields));
}

/** Throws the error unless the rule holds: `demand(canAdminister(user, channel), new NotChannelAdministrator())`. */
export function demand(holds: boolean, error: ApiError): asserts holds {
  if (!holds) throw error;
}

export const InsufficientPermission = badRequest("Insufficient permission");
export const MissingArgument = apiError<{ var_name: string }>(
  "REQUEST_VARIABLE_MISSING",
  ({ var_name }) => `Missing '${var_name}' argument`,
);
export const ConfusingArguments = apiError<{ var_name1: string; var_name2: string }>(
  "REQUEST_CONFUSING_VAR",
  ({ var_name1, var_name2 }) => `Can't decide between '${var_name1}' and '${var_name2}' arguments`,
);
export const BadValue = apiError<{ var_name: string; bad_value: unknown }>(
  "REQUEST_VARIABLE_INVALID",
  ({ var_name, bad_value }) => `Bad value for '${var_name}': ${bad_value}`,
);
export const UnsupportedCombination = apiError<{ parameters: string }>(
  "BAD_REQUEST",
  ({ parameters }) => `Unsupported parameter combination: ${parameters}`,
);
export const ExpectationMismatch = apiError<{ field_name: string }>(
  "EXPECTATION_MISMATCH",
  ({ field_name }) => `'${field_name}' value does not match the expected value.`,
);
export const RateLimitHit = apiError<{ "retry-after": number }>("RATE_LIMIT_HIT", "API usage exceeded rate limit", {
  status: 429,
});

export const UserDeactivated = apiError("USER_DEACTIVATED", "Account is deactivated", { status: 401 });
export const RealmDeactivated = apiError("REALM_DEACTIVATED", "This organization has been deactivated", {
  status: 401,
});
