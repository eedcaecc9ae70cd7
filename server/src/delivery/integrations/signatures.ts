/** How services prove that a request is theirs, with a secret that only they and the bot know. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface SignedRequest {
  /** By the lower-case name, without white space around it. */
  header(name: string): string | undefined;
  /** As it was sent; undefined for a form in parts, which are not kept so. */
  readonly body: Buffer | undefined;
  /** The whole URL, as the service knows it. */
  readonly url: string;
  /** UNIX seconds. */
  readonly now: number;
}

/** What a service signs. */
export type UnsignedRequest = Pick<SignedRequest, "url" | "now"> & { readonly body: Buffer };

/** Whether the request was made by someone who knows the secret. */
export interface Signature {
  /** How to set it up, in one sentence of the documentation. */
  readonly about: string;
  verify(request: SignedRequest, secret: string): boolean;
  /** The headers that the service would add, for tests of a URL. */
  sign(request: UnsignedRequest, secret: string): Readonly<Record<string, string>>;
}

/** Older requests may have been recorded and sent again. */
const MAX_AGE_SECONDS = 5 * 60;

/** The time of the comparison says nothing about the secret. */
const isEqual = (a: string | undefined, b: string): boolean =>
  a !== undefined && timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());

interface Hashed {
  readonly header: string;
  /** What comes before the hash in the header. */
  readonly prefix?: string;
  readonly algorithm?: "sha256" | "sha1";
  readonly encoding?: "hex" | "base64";
  readonly about: string;
}

/** The header has the HMAC of the body. */
export function hmacOfBody({ header, prefix = "", algorithm = "sha256", encoding = "hex", about }: Hashed): Signature {
  const hashOf = (body: Buffer, secret: string) => prefix + createHmac(algorithm, secret).update(body).digest(encoding);
  return {
    about,
    verify: ({ body, ...request }, secret) =>
      body !== undefined && isEqual(request.header(header), hashOf(body, secret)),
    sign: ({ body }, secret) => ({ [header]: hashOf(body, secret) }),
  };
}

/** The HMAC of the body and the URL. */
export function hmacOfBodyAndUrl({ header, algorithm = "sha256", encoding = "hex", about }: Hashed): Signature {
  const hashOf = (body: Buffer, url: string, secret: string) =>
    createHmac(algorithm, secret).update(body).update(url).digest(encoding);
  return {
    about,
    verify: ({ body, url, ...request }, secret) =>
      body !== undefined && isEqual(request.header(header), hashOf(body, url, secret)),
    sign: ({ body, url }, secret) => ({ [header]: hashOf(body, url, secret) }),
  };
}

/** The header is a list like `v1=HASH,v1=HASH`: one for each secret while it is being replaced. */
export function anyHmacOfBody({ header, name, about }: { header: string; name: string; about: string }): Signature {
  const hashOf = (body: Buffer, secret: string) => createHmac("sha256", secret).update(body).digest("hex");
  return {
    about,
    verify(request, secret) {
      if (request.body === undefined) return false;
      const expected = hashOf(request.body, secret);
      return valuesIn(request.header(header), name).some((value) => isEqual(value, expected));
    },
    sign: ({ body }, secret) => ({ [header]: `${name}=${hashOf(body, secret)}` }),
  };
}

interface Timed {
  /** The time and the signatures of a request. */
  read(request: SignedRequest): { readonly time: string | undefined; readonly signatures: readonly string[] };
  /** The headers with both. */
  write(time: string, signature: string): Readonly<Record<string, string>>;
  /** What stands between the time and the body. */
  readonly separator: string;
  readonly encoding: "hex" | "base64";
  /** The time in UNIX seconds. */
  secondsOf(time: string): number;
  /** UNIX seconds as the service writes them. */
  timeOf(seconds: number): string;
  readonly about: string;
}

/** The HMAC of the time and the body, so that a recorded request is worthless later. */
export function hmacOfTimeAndBody({ read, write, separator, encoding, secondsOf, timeOf, about }: Timed): Signature {
  const hashOf = (time: string, body: Buffer, secret: string) =>
    createHmac("sha256", secret)
      .update(time + separator)
      .update(body)
      .digest(encoding);
  return {
    about,
    verify(request, secret) {
      if (request.body === undefined) return false;
      const { time, signatures } = read(request);
      if (time === undefined || !(Math.abs(request.now - secondsOf(time)) <= MAX_AGE_SECONDS)) return false;
      const expected = hashOf(time, request.body, secret);
      return signatures.some((signature) => isEqual(signature, expected));
    },
    sign({ body, now }, secret) {
      const time = timeOf(now);
      return write(time, hashOf(time, body, secret));
    },
  };
}

/** The values of a name in `a=1,b=2,b=3`. */
export const valuesIn = (header: string | undefined, name: string): string[] =>
  (header ?? "")
    .split(",")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

/** The header is the secret itself. */
export const token = (header: string, about: string): Signature => ({
  about,
  verify: (request, secret) => isEqual(request.header(header), secret),
  sign: (_request, secret) => ({ [header]: secret }),
});

/** For services that sign nothing but can send a header. */
export const bearer: Signature = {
  about: "Let the service send the header `Authorization: Bearer SECRET`.",
  verify: (request, secret) => isEqual(/^Bearer +(\S.*)$/i.exec(request.header("authorization") ?? "")?.[1], secret),
  sign: (_request, secret) => ({ authorization: `Bearer ${secret}` }),
};
