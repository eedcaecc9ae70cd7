/** A device with passkeys, for tests without a browser: it creates and uses them as the WebAuthn standard says. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const [PRESENT, VERIFIED, NEW] = [0x01, 0x04, 0x40];

interface StoredKey {
  readonly id: string;
  readonly rpId: string;
  readonly key: KeyObject;
  readonly userHandle: string;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

interface Behaviour {
  /** Whether it asked for a PIN or a fingerprint. */
  readonly isVerified?: boolean;
  /** Where the page claims to be. */
  readonly origin?: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const url64 = (data: Buffer): string => data.toString("base64url");

/** The few forms of CBOR that are needed. */
const bytes = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data]);
const word = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

export class Device {
  readonly #origin: string;
  readonly keys: StoredKey[] = [];
  /** Zero for devices that do not count. */
  counter = 0;

  constructor({ url }: { readonly url: string }) {
    this.#origin = url;
  }

  creates({ challenge, rp, user }: CreationOptions, behaviour: Behaviour = {}): object {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const id = randomBytes(16);
    this.keys.push({ id: url64(id), rpId: rp.id, key: privateKey, userHandle: user.id });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const point = (value: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, "base64url")]);
    // ES256, on the curve P-256.
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
    const data = this.#data(rp.id, behaviour, attested);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[word("fmt"), word("none"), word("attStmt"), Buffer.from([0xa0]), word("authData"), bytes(data)],
    ]);
    return {
      id: url64(id),
      rawId: url64(id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#said("webauthn.create", challenge, behaviour),
        attestationObject: url64(attestation),
        transports: ["internal"],
      },
    };
  }

  uses({ challenge, rpId }: RequestOptions, behaviour: Behaviour = {}, [stored] = this.keys): object {
    if (!stored) throw new Error("The device has no passkey.");
    if (this.counter > 0) this.counter++;
    const data = this.#data(rpId, behaviour);
    const clientDataJSON = this.#said("webauthn.get", challenge, behaviour);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    return {
      id: stored.id,
      rawId: stored.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: url64(data),
        signature: url64(sign("sha256", signed, stored.key)),
        userHandle: stored.userHandle,
      },
    };
  }

  #data(rpId: string, { isVerified = true }: Behaviour, attested = Buffer.alloc(0)): Buffer {
    const flags = PRESENT + (isVerified ? VERIFIED : 0) + (attested.length > 0 ? NEW : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested]);
  }

  #said(type: string, challenge: string, { origin = this.#origin }: Behaviour): string {
    return url64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }
}
