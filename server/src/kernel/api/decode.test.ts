import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "@parley/client";
import fc from "fast-check";
import * as z from "zod";
import { notAudited } from "./audit.ts";
import { decode, decodeField, explain } from "./decode.ts";
import { ApiError } from "./errors.ts";
import {
  anything,
  bareOrQuoted,
  bool,
  checked,
  either,
  type Field,
  int,
  list,
  noted,
  nullable,
  number,
  object,
  oneOf,
  oneOfInt,
  optional,
  record,
  strictObject,
  text,
  tuple,
  withDefault,
} from "./fields.ts";
import { type Operation, operation } from "./operation.ts";
import { said } from "./sentences.ts";

const unlimited = either(int(), oneOf("unlimited"));
const colour = object({ name: text(), shade: oneOf("light", "dark"), depth: optional(int()) });

const accepted: [Field, string, unknown][] = [
  // Text is used unchanged.
  [text(), "hello", "hello"],
  [text(), '"quoted"', '"quoted"'],
  [text(), "null", "null"],
  [text(), "", ""],
  [text(), " a ", " a "],
  [text({ trim: true }), " \ta b\n", "a b"],
  [text({ trim: true, max: 3 }), "  abc  ", "abc"],
  [text({ max: 2 }), "😀😀", "😀😀"],
  [text({ min: 2 }), "😀😀", "😀😀"],
  [text({ max: 2, uncountedMargin: true }), "\n  ab ", "\n  ab "],
  [text({ nullBytes: true }), "a\0b", "a\0b"],
  [oneOf("all", "none"), "all", "all"],
  // Everything else is JSON.
  [bool(), "true", true],
  [bool(), " false\n", false],
  [int(), "5", 5],
  [int(), "-5", -5],
  [int(), " 7\t", 7],
  [int({ min: 0 }), "0", 0],
  [int(), "9007199254740991", 9007199254740991],
  [number(), "5.0", 5],
  [number(), "1e3", 1000],
  [number(), "2.5", 2.5],
  [oneOfInt(100, 200), "200", 200],
  [list(int()), "[1, 2]", [1, 2]],
  [list(text()), '["1.5", "2e3"]', ["1.5", "2e3"]],
  [tuple(text(), text()), '["a","b"]', ["a", "b"]],
  [record(bool()), '{"a":true}', { a: true }],
  [colour, '{"name":"red","shade":"dark","extra":1}', { name: "red", shade: "dark" }],
  [anything(), '{"a":[5.0,"x"]}', { a: [5, "x"] }],
  [unlimited, '"unlimited"', "unlimited"],
  [unlimited, "5", 5],
  [bareOrQuoted(unlimited), "unlimited", "unlimited"],
  [bareOrQuoted(unlimited), '"unlimited"', "unlimited"],
  // Null is accepted only where declared.
  [nullable(int()), "null", null],
  [nullable(int()), "3", 3],
  [nullable(text()), "null", null],
  [nullable(text()), "hello", "hello"],
  [nullable(text()), '"null"', '"null"'],
  [nullable(oneOf("all")), "null", null],
  [nullable(bareOrQuoted(unlimited)), "unlimited", "unlimited"],
  [nullable(list(int())), "null", null],
];

for (const [field, raw, value] of accepted)
  test(`${JSON.stringify(raw)} is read as ${JSON.stringify(value)}`, () => {
    assert.deepEqual(decodeField(field, "it", raw), value);
  });

const refused: [Field, string, string][] = [
  ...["True", "TRUE", "", "yes"].map((raw): [Field, string, string] => [bool(), raw, "it is not valid JSON"]),
  ...["1", "0", '"true"', "null"].map((raw): [Field, string, string] => [bool(), raw, "it is not a boolean"]),
  ...["5.0", "1e3", "1E3", "5.5", '"5"', "true", "null", "[5]", "1e999"].map((raw): [Field, string, string] => [
    int(),
    raw,
    "it is not an integer",
  ]),
  ...["05", "+5", "", "5,", "0x10", "１", "NaN"].map((raw): [Field, string, string] => [
    int(),
    raw,
    "it is not valid JSON",
  ]),
  [int({ min: 0 }), "-1", "it is too small"],
  [int({ max: 10 }), "11", "it is too large"],
  [int(), "9007199254740993", "it is too large"],
  [oneOfInt(100, 200), "300", "Invalid it: Value error, Not in the list of possible values"],
  [oneOfInt(100, 200), "100.0", "it is not an integer"],
  [nullable(int()), "5.0", "it is not an integer"],
  [number(), '"2.5"', "it is not a float"],
  [number(), "null", "it is not a float"],
  [oneOf("all", "none"), "ALL", "Invalid it"],
  [oneOf("all", "none"), '"all"', "Invalid it"],
  [oneOf("all", "none"), "null", "Invalid it"],
  [text({ max: 2 }), "abc", "it is too long (limit: 2 characters)"],
  [text({ max: 1 }), "😀😀", "it is too long (limit: 1 characters)"],
  [text({ min: 1 }), "", "it cannot be blank"],
  [text({ min: 1, trim: true }), "  ", "it cannot be blank"],
  [text({ min: 3 }), "😀😀", "it is too short."],
  [text(), "a\0b", "Invalid it: Value error, Null bytes are not allowed"],
  [list(int()), "5", "it is not a list"],
  [list(int()), "{}", "it is not a list"],
  [list(int()), "[1", "it is not valid JSON"],
  [list(int()), '[1,"2"]', "it[1] is not an integer"],
  [list(int()), "[1,2.0]", "it[1] is not an integer"],
  [list(int()), "[null]", "it[0] is not an integer"],
  [list(text()), "[1]", "it[0] is not a string"],
  [list(text({ min: 1 })), '["a",""]', "it[1] cannot be blank"],
  [list(list(bool())), "[[true],[false,0]]", "it[1][1] is not a boolean"],
  [tuple(text(), text()), '["a"]', "it does not have the expected format"],
  [tuple(text(), text()), '["a","b","c"]', "it does not have the expected format"],
  [tuple(text(), text()), "{}", "it is not a list"],
  [record(bool()), "[]", "it is not a dict"],
  [record(bool()), '{"a":1}', 'it["a"] is not a boolean'],
  [record(bool()), '{"a\\u0000":true}', 'it["a\0"] does not have the expected format'],
  [colour, "[]", "it is not a dict"],
  [colour, "null", "it is not a dict"],
  [colour, '{"shade":"dark"}', 'it["name"] field is missing: Field required'],
  [colour, '{"name":"red"}', 'it["shade"] field is missing: Field required'],
  [colour, '{"name":"red","shade":"grey"}', 'Invalid it["shade"]'],
  [colour, '{"name":"red","shade":"dark","depth":null}', 'it["depth"] is not an integer'],
  [colour, '{"name":"red","shade":"dark","depth":1e2}', 'it["depth"] is not an integer'],
  [object({ it: unlimited }), "{}", 'it["it"] field is missing: Field required'],
  [list(colour), '[{"name":"red","shade":"dark"},{}]', 'it[1]["name"] field is missing: Field required'],
  [strictObject({ a: int() }), '{"a":1,"b":2}', 'Argument "b" at it["b"] is unexpected'],
  [list(strictObject({ a: int() })), '[{"a":1,"b":2}]', 'Argument "b" at it[0]["b"] is unexpected'],
  [checked(text(), (url) => url.startsWith("http"), said`Not a URL`), "ftp", "Invalid it: Value error, Not a URL"],
  [anything(), "bare", "it is not valid JSON"],
  [anything(), '["a\\u0000"]', "Invalid it: Value error, Null bytes are not allowed"],
  [anything(), '{"\\u0000":1}', "Invalid it: Value error, Null bytes are not allowed"],
  [anything(), "[".repeat(9999) + "]".repeat(9999), "it is nested too deeply"],
  [anything({ max: 9 }), '{"a":"bcd"}', "it is too long (limit: 9 characters)"],
  [record(int(), { max: 9, maxKey: 2 }), '{"abc":1}', "it has a key that is too long (limit: 2 characters)"],
  [text({ max: 2, uncountedMargin: true }), " abc ", "it is too long (limit: 2 characters)"],
  // A union reports the error of the alternative that got furthest, or else of its first.
  [unlimited, '"forever"', 'it["int"] is not an integer'],
  [unlimited, "5.0", 'it["int"] is not an integer'],
  [unlimited, "unlimited", "it is not valid JSON"],
  [unlimited, "null", 'it["int"] is not an integer'],
  [either(int({ min: 0 }), text()), "-1", "it is too small"],
  [either(text(), int()), "true", 'it["str"] is not a string'],
  [either(bool(), text()), "1", 'it["bool"] is not a boolean'],
  [either(list(int()), list(text())), '[1,"a"]', "it[1] is not an integer"],
  [either(int(), object({ ids: list(int()) })), '{"ids":[1,"2"]}', 'it["ids"][1] is not an integer'],
  [either(int(), object({ ids: list(int()) })), "{}", 'it["ids"] field is missing: Field required'],
  [either(list(int(), { max: 1 }), list(text(), { max: 1 })), '["a","b"]', "it is too long (limit: 1 items)"],
  [either(list(int()), list(text({ max: 1 }))), '["ab"]', "it[0] is too long (limit: 1 characters)"],
  [either(int(), text({ max: 1 })), '"ab"', "it is too long (limit: 1 characters)"],
  [either(object({}), list(int())), "true", "it does not have the expected format"],
];

for (const [field, raw, msg] of refused)
  test(`${JSON.stringify(raw.slice(0, 40))} is refused: ${msg}`, () => {
    assert.throws(
      () => decodeField(field, "it", raw),
      (error) => {
        assert(error instanceof ApiError);
        assert.deepEqual([error.message, error.code, error.status, error.fields], [msg, "BAD_REQUEST", 400, {}]);
        return true;
      },
    );
  });

test("errors without a message of their own say that the format is wrong", () => {
  const [issue] = z.string().regex(/^a$/).safeParse("b", { reportInput: true }).error?.issues ?? [];
  assert.equal(String(explain("it", issue as z.core.$ZodIssue)), "it has invalid format");
  const [other] = z.number().multipleOf(5).safeParse(3, { reportInput: true }).error?.issues ?? [];
  assert.equal(String(explain("it", other as z.core.$ZodIssue)), "it does not have the expected format");
});

const send = operation({
  method: "POST",
  audit: notAudited("a test"),
  path: "/things/{thing_id}",
  summary: "Something with every kind of parameter.",
  params: {
    thing_id: int(),
    title: text({ max: 60 }),
    topic: optional(noted(text({ max: 60 }), { alias: "subject" })),
    size: withDefault(int(), 10),
    flag: optional(bool()),
  },
  response: {},
}) as unknown as Operation;

const path = { thing_id: "7" };

test("missing parameters are left out or get their default", () => {
  assert.deepEqual(decode(send, { title: "a" }, path).values, { thing_id: 7, title: "a", size: 10 });
});

test("a missing parameter is named", () => {
  assert.throws(() => decode(send, {}, path), {
    message: "Missing 'title' argument",
    code: "REQUEST_VARIABLE_MISSING",
    fields: { var_name: "title" },
  });
});

test("a parameter can be sent under its alias, and errors then name the alias", () => {
  assert.deepEqual(decode(send, { title: "a", subject: "b" }, path), {
    values: { thing_id: 7, title: "a", topic: "b", size: 10 },
    ignored: [],
  });
  assert.throws(() => decode(send, { title: "a", subject: "\0" }, path), { message: /^Invalid subject: / });
});

test("a parameter sent under both names is refused", () => {
  assert.throws(() => decode(send, { title: "a", subject: "b", topic: "b" }, path), {
    message: "Can't decide between 'topic' and 'subject' arguments",
    code: "REQUEST_CONFUSING_VAR",
    fields: { var_name1: "topic", var_name2: "subject" },
  });
});

test("ignored parameters are listed in order, except the client's name", () => {
  const sent = { zoo: "1", title: "a", client: "me", thing_id: "8", method: "PATCH", ant: "" };
  assert.deepEqual(decode(send, sent, path).ignored, ["ant", "method", "thing_id", "zoo"]);
  assert.equal(decode(send, sent, path).values.thing_id, 7);
});

test("names of object built-ins are not taken for parameters", () => {
  const sent = Object.assign(Object.create(null), { title: "a", constructor: "x", hasOwnProperty: "y" });
  Object.defineProperty(sent, "__proto__", { value: "z", enumerable: true });
  const { values, ignored } = decode(send, sent, path);
  assert.deepEqual(ignored, ["__proto__", "constructor", "hasOwnProperty"]);
  assert.equal(Object.getPrototypeOf(values), Object.prototype);
  assert.equal(({} as Record<string, unknown>).z, undefined);
});

/** Every kind of field that a parameter can have, with valid values. */
const plainText = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0"));
const samples: [Field, fc.Arbitrary<unknown>][] = [
  [text(), plainText],
  [nullable(text()), fc.option(plainText.filter((value) => value !== "null"))],
  [oneOf("all", "none"), fc.constantFrom("all", "none")],
  [bool(), fc.boolean()],
  [int(), fc.maxSafeInteger().map((value) => value + 0)],
  [nullable(int()), fc.option(fc.integer())],
  [number(), fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)],
  [list(int()), fc.array(fc.integer())],
  [list(text()), fc.array(plainText)],
  [tuple(text(), text()), fc.tuple(plainText, plainText)],
  [
    record(bool()),
    fc.dictionary(
      plainText.filter((key) => key !== "__proto__"),
      fc.boolean(),
      { noNullPrototype: true },
    ),
  ],
  [colour, fc.record({ name: plainText, shade: fc.constantFrom("light", "dark") }, { noNullPrototype: true })],
  [bareOrQuoted(unlimited), fc.oneof(fc.integer(), fc.constant("unlimited"))],
];

test("the server decodes what the client encodes", async () => {
  let form = "";
  const connection = new Connection({
    url: "http://chat.test",
    email: "ada@example.com",
    apiKey: "",
    fetch: async (_, init) => {
      form = String(init?.body);
      return Response.json({ result: "success", msg: "" });
    },
  });
  for (const [field, values] of samples) {
    const one = operation({
      method: "POST",
      audit: notAudited("a test"),
      path: "/one",
      summary: "One.",
      params: { it: field as Field<unknown, false, true> },
      response: {},
    });
    await fc.assert(
      fc.asyncProperty(values, async (it) => {
        await connection.call(one, { it });
        const sent = Object.fromEntries(new URLSearchParams(form));
        assert.deepEqual(decode(one as unknown as Operation, sent, {}).values, { it });
      }),
    );
  }
});

test("any input is either decoded or refused with a client error", () => {
  const raw = fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.double().map(String), fc.constantFrom("null", ""));
  const fields = fc.constantFrom(...[...accepted, ...refused].map(([field]) => field));
  fc.assert(
    fc.property(fields, raw, (field, sent) => {
      try {
        decodeField(field, "it", sent);
      } catch (error) {
        assert(error instanceof ApiError, String(error));
      }
    }),
    { numRuns: 2000 },
  );
});

test("a list that is too long is refused before its elements are decoded, and decoding stops at the first error", () => {
  let looked = 0;
  const even = checked(int(), (value) => ++looked > 0 && value % 2 === 0, said`odd`);
  const few = list(even, { max: 3 });
  assert.throws(() => decodeField(few, "it", "[2,4,6,8]"), { message: "it is too long (limit: 3 items)" });
  assert.equal(looked, 0);
  assert.throws(() => decodeField(few, "it", "[1,3,5]"), { message: "Invalid it[0]: Value error, odd" });
  assert.equal(looked, 1);
  const of = record(even, { max: 2, maxKey: 3 });
  assert.throws(() => decodeField(of, "it", '{"a":1,"b":1,"c":1}'), { message: "it is too long (limit: 2 items)" });
  assert.equal(looked, 1);
  assert.deepEqual(decodeField(of, "it", '{"abc":2,"__proto__":4}'), JSON.parse('{"abc":2,"__proto__":4}'));
});

test("JSON with too many values is refused before it is parsed", () => {
  const message = "it has too many values (limit: 100000)";
  for (const many of ["1.5,", "[],", '{},"a",'])
    assert.throws(() => decodeField(list(anything()), "it", `[${many.repeat(100_001)}1]`), { message });
  assert.equal((decodeField(list(int()), "it", `[${"1,".repeat(99_998)}1]`) as number[]).length, 99_999);
});

test("a composite field has a maximum when all of its fields do", () => {
  const [short, long] = [text({ max: 3 }), text()];
  const ways = [
    (it: Field) => list(it, { max: 2 }),
    (it: Field) => record(it, { max: 2, maxKey: 2 }),
    (it: Field) => strictObject({ it, other: bool() }),
    (it: Field) => tuple(int(), it),
    (it: Field) => either(bool(), it),
    (it: Field) => optional(nullable(it)),
    (it: Field) => withDefault(noted(it, { note: "x" }), ""),
    (it: Field) => bareOrQuoted(checked(it, () => true, said``)),
  ];
  for (const made of ways) assert.deepEqual([made(short).bounded, made(long).bounded], [true, false], String(made));
  assert.deepEqual([list(short).bounded, record(short).bounded, anything().bounded], [false, false, false]);
  const one = { method: "POST", audit: notAudited("a test"), path: "/one", summary: "", response: {} } as const;
  operation({ ...one, params: { it: list(short, { max: 2 }) } });
  // @ts-expect-error Parameters need a maximum.
  operation({ ...one, params: { it: list(short) } });
  // @ts-expect-error So do the fields they consist of.
  operation({ ...one, params: { it: optional(list(object({ of: long }), { max: 2 })) } });
});

test("deeply nested input does not break the decoder", () => {
  const nested = (depth: number, inner: string) => "[".repeat(depth) + inner + "]".repeat(depth);
  for (const inner of ["1", "1.0", '"\\u0000"', '{"a":'])
    for (const [field] of [...accepted, ...refused])
      if (field.wire === "json")
        assert.throws(() => decodeField(field, "it", nested(20_000, inner)), { message: "it is nested too deeply" });
  assert.ok(decodeField(anything(), "it", nested(100, "1")));
  assert.throws(() => decodeField(anything(), "it", nested(101, "1")), ApiError);
  const brackets = `"${"[".repeat(500)}\\"${"{".repeat(500)}"`;
  assert.equal(decodeField(anything(), "it", brackets), JSON.parse(brackets));
});

test("half a surrogate pair in JSON becomes a replacement character", () => {
  const read = (json: string) => decodeField(anything(), "it", json);
  assert.equal(read(String.raw`"a\ud800b"`), "a\ufffdb");
  assert.equal(read(String.raw`"\uDC00\uD83D"`), "\ufffd\ufffd");
  assert.deepEqual(read(String.raw`{"\ud83d\ude00 \ud800": "\\ud800 \ud83D\uDe00"}`), { "😀 \ufffd": "\\ud800 😀" });
});
