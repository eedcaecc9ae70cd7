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

/** Whether the request was made by someone who knows the secret. */
export interface Signature {
  /** How to set it up, in one sentence of the documentation. */
  readonly about: string;
  verify(request: SignedRequest, secret: string): boolean;
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
  return {
    about,
    verify: ({ body, ...request }, secret) =>
      body !== undefined &&
      isEqual(request.header(header), prefix + createHmac(algorithm, secret).update(body).digest(encoding)),
  };
}

/** The HMAC of the body and the URL. */
export function hmacOfBodyAndUrl({ header, algorithm = "sha256", encoding = "hex", about }: Hashed): Signature {
  return {
    about,
    verify: ({ body, url, ...request }, secret) =>
      body !== undefined &&
      isEqual(request.header(header), createHmac(algorithm, secret).update(body).update(url).digest(encoding)),
  };
}

/** The header is a list like `v1=HASH,v1=HASH`: one for each secret while it is being replaced. */
export function anyHmacOfBody({ header, name, about }: { header: string; name: string; about: string }): Signature {
  return {
    about,
    verify(request, secret) {
      if (request.body === undefined) return false;
      const expected = createHmac("sha256", secret).update(request.body).digest("hex");
      return valuesIn(request.header(header), name).some((value) => isEqual(value, expected));
    },
  };
}

interface Timed {
  /** The time and the signatures of a request. */
  read(request: SignedRequest): { readonly time: string | undefined; readonly signatures: readonly string[] };
  /** What stands between the time and the body. */
  readonly separator: string;
  readonly encoding: "hex" | "base64";
  /** The time in UNIX seconds. */
  secondsOf(time: string): number;
  readonly about: string;
}

/** The HMAC of the time and the body, so that a recorded request is worthless later. */
export function hmacOfTimeAndBody({ read, separator, encoding, secondsOf, about }: Timed): Signature {
  return {
    about,
    verify(request, secret) {
      if (request.body === undefined) return false;
      const { time, signatures } = read(request);
      if (time === undefined || !(Math.abs(request.now - secondsOf(time)) <= MAX_AGE_SECONDS)) return false;
      const expected = createHmac("sha256", secret)
        .update(time + separator)
        .update(request.body)
        .digest(encoding);
      return signatures.some((signature) => isEqual(signature, expected));
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
});

/** For services that sign nothing but can send a header. */
export const bearer: Signature = {
  about: "Let the service send the header `Authorization: Bearer SECRET`.",
  verify: (request, secret) => isEqual(/^Bearer +(\S.*)$/i.exec(request.header("authorization") ?? "")?.[1], secret),
};
