/** Errors that all operations share, declared once. */
import { SecondFactorRequired } from "../access/second-factor.ts";
import {
  ApiError,
  apiError,
  badRequest,
  ConfusingArguments,
  type ErrorDeclaration,
  MissingArgument,
  type Operation,
  RateLimitHit,
  RealmDeactivated,
  UserDeactivated,
} from "../api/index.ts";
import { InvalidApiKey, NotAWebhookBot, OtherOrganization } from "./authenticate.ts";
import { CsrfFailed } from "./forgery.ts";
import { MustBeAdministrator, MustBeOwner, NotForBots, NotForGuests } from "./gate.ts";

const Malformed = badRequest("The request or one of its parameters is malformed; the message says how.");
const NotAuthorized = apiError("UNAUTHORIZED", "The credentials are missing or wrong.", { status: 401 });
const NotFound = apiError("BAD_REQUEST", "Not found", { status: 404 });
const TooLarge = apiError("BAD_REQUEST", "The request is too large; the message gives the limit.", {
  status: 413,
});
export const PathTooLong = apiError("BAD_REQUEST", "A part of the URL is too long (limit: 1000 characters)", {
  status: 414,
});
const HeadTooLarge = apiError("BAD_REQUEST", "URL and headers are too large (limit: 16 KiB)", { status: 431 });
export const NoSuchOrganization = apiError("NONEXISTENT_SUBDOMAIN", "Invalid subdomain", { status: 404 });

const OF_GATES: Readonly<Record<Operation["gate"], readonly ErrorDeclaration<never>[]>> = {
  anyone: [],
  visitor: [],
  user: [],
  human: [NotForBots],
  "non-guest": [NotForGuests],
  member: [NotForGuests, NotForBots],
  administrator: [MustBeAdministrator],
  owner: [MustBeOwner],
};

export function commonErrors(operation: Operation): ErrorDeclaration<never>[] {
  const { method, gate, params, pathParams } = operation;
  const fields = Object.values(params);
  const changes = method !== "GET";
  const isOpen = gate === "anyone" || gate === "visitor";
  return [
    Malformed,
    ...(fields.length > 0 ? [MissingArgument] : []),
    ...(fields.some((field) => field.aliases.length > 0) ? [ConfusingArguments] : []),
    ...OF_GATES[gate],
    ...credentialErrors(operation),
    // A page on another site must not read events with our cookies either.
    ...(changes || operation.streams ? [CsrfFailed] : []),
    ...(isOpen ? [NoSuchOrganization] : []),
    ...(pathParams.length > 0 ? [NotFound, PathTooLong] : []),
    ...(changes ? [TooLarge] : []),
    RateLimitHit,
    ...(fields.length > 0 ? [HeadTooLarge] : []),
  ];
}

function credentialErrors({ gate, isWebhook }: Operation): readonly ErrorDeclaration<never>[] {
  if (isWebhook) return [InvalidApiKey, UserDeactivated, RealmDeactivated, OtherOrganization, NotAWebhookBot];
  return gate === "anyone" ? [] : [NotAuthorized, SecondFactorRequired];
}

interface DeclaredErrors {
  readonly classes: ReadonlySet<unknown>;
  readonly kinds: ReadonlySet<string>;
}

const declaredBy = new WeakMap<Operation, DeclaredErrors>();
const kindOf = ({ status, code }: { status: number; code: string }) => `${status} ${code}`;
/** Nearly every operation shares them, so that the kind says nothing about the error. */
const GENERIC = new Set([Malformed, NotFound].map(kindOf));

/**
 * Under test, an undeclared error is a bug in the declaration. Machine faults are never declared, nor are malformed
 * parameters, which have no class of their own.
 */
export function verifyError(operation: Operation, error: unknown): void {
  if (!(error instanceof ApiError) || error.status >= 500) return;
  const { classes, kinds } = declaredBy.get(operation) ?? declaredErrors(operation);
  const isDeclared =
    kinds.has(kindOf(error)) &&
    (!GENERIC.has(kindOf(error)) || error.constructor === ApiError || classes.has(error.constructor));
  const { method, path } = operation;
  if (!isDeclared) throw new Error(`${method} ${path} does not declare the error ${kindOf(error)}: ${error.message}`);
}

function declaredErrors(operation: Operation): DeclaredErrors {
  const all = [...operation.errors, ...commonErrors(operation)];
  const declared = { classes: new Set(all), kinds: new Set(all.map(kindOf)) };
  declaredBy.set(operation, declared);
  return declared;
}
