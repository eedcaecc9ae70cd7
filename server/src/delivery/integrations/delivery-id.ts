/** The id that a service gives a delivery: read to post repeated requests once, and made anew for examples. */
import { randomUUID } from "node:crypto";
import type { Fixture } from "./fixtures/fixture.ts";
import type { DeliveryId, Integration } from "./integration.ts";
import type { ServiceRequest } from "./request.ts";

/** Undefined if the service sends none. */
export function deliveryOf({ deliveryId }: Integration, request: ServiceRequest): string | undefined {
  if (!deliveryId) return undefined;
  const id = valueAt(deliveryId, request);
  return id === undefined || !deliveryId.source ? id : `${valueAt(deliveryId.source, request)} ${id}`;
}

function valueAt({ header, path }: Omit<DeliveryId, "source">, request: ServiceRequest): string | undefined {
  const inHeader = header === undefined ? undefined : request.header(header);
  return inHeader ?? (path === undefined ? undefined : request.payload.optionalText(path));
}

/** A copy with another id: an example that is sent twice is posted twice. */
export function withNewId({ deliveryId }: Integration, fixture: Fixture): Fixture {
  const { header, path } = deliveryId ?? {};
  const id = randomUUID();
  const { headers = {}, body } = fixture;
  if (header !== undefined && (path === undefined || Object.hasOwn(headers, header)))
    return { ...fixture, headers: { ...headers, [header]: id } };
  if (path === undefined || typeof body === "string") return fixture;
  return { ...fixture, body: replacedIn(body, path.split("."), id) };
}

/** A copy of the document. What is not there stays missing. */
function replacedIn(value: unknown, [name, ...rest]: readonly string[], id: string): unknown {
  if (name === undefined) return id;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: replacedIn((value as Record<string, unknown>)[name], rest, id) };
}
