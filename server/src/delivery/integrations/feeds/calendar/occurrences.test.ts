/** Which events a calendar has in the next days: recurrence, exceptions, time zones, and calendars that are none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_UPCOMING, readCalendar } from "./occurrences.ts";
import { readCalendarInThread } from "./read.ts";
import { calendar, event } from "./testing.ts";

/** A Monday. */
const NOW = Date.parse("2026-03-23T06:00:00Z") / 1000;

const task = (text: string, more: { timeZone?: string; minutesBefore?: number; now?: number } = {}) => ({
  text,
  now: NOW,
  minutesBefore: 15,
  timeZone: "Europe/Berlin",
  ...more,
});

const found = (parts: readonly string[], more?: Parameters<typeof task>[1]): string[] =>
  readCalendar(task(calendar(...parts), more)).upcoming.map(
    ({ summary, starts_at }) => `${summary} ${new Date(starts_at * 1000).toISOString().slice(5, 16)}`,
  );

const one = (start: string, more: readonly string[] = [], summary = "A") =>
  event({ uid: summary, start, summary, more });

test("a time is in UTC, in a zone, or in the chosen zone", () => {
  assert.deepEqual(
    found([
      one(":20260324T100000Z", [], "utc"),
      one(";TZID=America/New_York:20260324T100000", [], "zone"),
      one(":20260324T100000", [], "floating"),
      one(";VALUE=DATE:20260324", [], "day"),
      one(";TZID=Unknown Place:20260324T110000", [], "unknown"),
    ]),
    ["day 03-23T23:00", "floating 03-24T09:00", "utc 03-24T10:00", "unknown 03-24T10:00", "zone 03-24T14:00"],
  );
});

const VTIMEZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:Office",
  "BEGIN:STANDARD",
  "DTSTART:19701025T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:19700329T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
].join("\r\n");

test("a series keeps its time of day when clocks change, by the calendar's own zone or a known one", () => {
  for (const zone of ["Office", "Europe/Berlin"])
    assert.deepEqual(
      found([VTIMEZONE, one(`;TZID=${zone}:20200106T090000`, ["RRULE:FREQ=WEEKLY;BYDAY=MO,FR"])]),
      ["A 03-23T08:00", "A 03-27T08:00", "A 03-30T07:00"],
      zone,
    );
});

test("rules end, leave out days, and single occurrences differ", () => {
  const daily = (...more: string[]) => one(":20260320T100000Z", ["RRULE:FREQ=DAILY", ...more]);
  assert.equal(found([daily()]).length, 8);
  assert.deepEqual(found([one(":20260320T100000Z", ["RRULE:FREQ=DAILY;COUNT=5"])]), ["A 03-23T10:00", "A 03-24T10:00"]);
  assert.deepEqual(found([one(":20260320T100000Z", ["RRULE:FREQ=DAILY;UNTIL=20260324T100000Z"])]), [
    "A 03-23T10:00",
    "A 03-24T10:00",
  ]);
  assert.ok(!found([daily("EXDATE:20260324T100000Z")]).includes("A 03-24T10:00"));
  assert.ok(found([daily("RDATE:20260324T183000Z")]).includes("A 03-24T18:30"));
  const changed = (start: string, ...more: string[]) =>
    event({ uid: "A", start, summary: "B", more: ["RECURRENCE-ID:20260325T100000Z", ...more] });
  const moved = found([daily(), changed(":20260326T150000Z")]);
  assert.ok(moved.includes("B 03-26T15:00") && !moved.includes("A 03-25T10:00"), moved.join());
  const cancelled = found([daily(), changed(":20260325T100000Z", "STATUS:CANCELLED")]);
  assert.ok(!cancelled.some((each) => each.includes("03-25")), cancelled.join());
  const far = event({ uid: "A", start: ":20260324T110000Z", summary: "C", more: ["RECURRENCE-ID:20260520T100000Z"] });
  assert.ok(found([daily(), far]).includes("C 03-24T11:00"), "moved from far away");
  assert.deepEqual(found([changed(":20260326T150000Z")]), ["B 03-26T15:00"], "without its series");
  const onwards = event({
    uid: "A",
    start: ":20260326T120000Z",
    summary: "D",
    more: ["RECURRENCE-ID;RANGE=THISANDFUTURE:20260326T100000Z"],
  });
  const later = found([daily(), onwards]);
  assert.ok(
    later.includes("A 03-25T10:00") && later.includes("D 03-26T12:00") && later.includes("D 03-28T12:00"),
    later.join(),
  );
});

test("a reminder is due before an event, and on the morning of a day", () => {
  const { title, upcoming } = readCalendar(
    task(calendar(one(":20260324T100000Z", [], "hour"), one(";VALUE=DATE:20260324", [], "day"))),
  );
  assert.equal(title, "Team");
  assert.deepEqual(
    upcoming.map(({ summary, remind_at, is_all_day }) => [
      summary,
      new Date(remind_at * 1000).toISOString(),
      is_all_day,
    ]),
    [
      ["day", "2026-03-24T08:00:00.000Z", true],
      ["hour", "2026-03-24T09:45:00.000Z", false],
    ],
  );
});

test("an occurrence has the same key in every fetch, and another one when it is moved", () => {
  const keyOf = (start: string, more: object = {}) => readCalendar(task(calendar(one(start)), more)).upcoming[0]?.key;
  const key = keyOf(":20260324T100000Z");
  assert.equal(keyOf(":20260324T100000Z", { now: NOW + 3600 }), key);
  assert.equal(keyOf(":20260324T100000Z", { minutesBefore: 60 }), key);
  assert.notEqual(keyOf(":20260324T110000Z"), key);
});

test("no more than a list can have, however many there are", () => {
  const many = Array.from({ length: 500 }, (_, n) => event({ uid: `${n}`, start: ":20260324T100000Z", summary: "x" }));
  assert.equal(found(many).length, MAX_UPCOMING);
  assert.ok(found([one(":20200101T000000Z", ["RRULE:FREQ=SECONDLY"])]).length <= MAX_UPCOMING);
  const [long] = readCalendar(task(calendar(one(":20260324T100000Z", [`LOCATION:${"y".repeat(5000)}`])))).upcoming;
  assert.equal(long?.location.length, 200);
});

test("what is no calendar, or breaks off, is refused", () => {
  const whole = calendar(one(":20260324T100000Z"));
  for (const text of [
    "",
    "hello",
    "<rss/>",
    whole.slice(0, -20),
    whole.replace("END:VEVENT", ""),
    "BEGIN:VCARD\r\nEND:VCARD",
  ])
    assert.throws(() => readCalendar(task(text)), text);
});

test("an event that cannot be computed does not keep others from being announced", () => {
  const bad = [
    one(":20260324T100000Z", ["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31"], "never"),
    one(":99999999T999999", [], "no time"),
    one(":20260324T100000Z", ["DURATION:PT1X"], "no length"),
  ];
  for (const each of bad)
    assert.ok(found([each, one(":20260324T100000Z", [], "good")]).includes("good 03-24T10:00"), each);
});

test("no calendar, however damaged, does anything but end", async () => {
  const text = calendar(
    VTIMEZONE,
    one(";TZID=Office:20200106T090000", ["RRULE:FREQ=WEEKLY;BYDAY=MO,FR", "EXDATE;TZID=Office:20260327T090000"]),
    one(";VALUE=DATE:20260324", ["RRULE:FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU", "DURATION:P1D"], "B"),
  );
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat({ max: 30 }),
    added: fc.oneof(
      fc.string({ maxLength: 20, unit: "binary" }),
      fc.constantFrom(
        "\r\n",
        ":",
        ";",
        ";TZID=",
        "RRULE:FREQ=DAILY\r\n",
        "BEGIN:VEVENT\r\n",
        "END:VEVENT\r\n",
        "99999999",
        "-1",
      ),
    ),
  });
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (all) => {
      let damaged = text;
      for (const { at, removed, added } of all) {
        const place = Math.floor(at * damaged.length);
        damaged = damaged.slice(0, place) + added + damaged.slice(place + removed);
      }
      try {
        const { upcoming, title } = readCalendar(task(damaged));
        assert.ok(upcoming.length <= MAX_UPCOMING && title.length <= 200);
        for (const { remind_at, starts_at } of upcoming)
          assert.ok(Number.isSafeInteger(remind_at) && Number.isSafeInteger(starts_at) && starts_at > NOW - 86_400);
      } catch (error) {
        assert.ok(error instanceof Error && error.name !== "AssertionError", `${error}`);
      }
    }),
    { numRuns: 300 },
  );
});

test("hostile rules are ended in their thread, and the next calendar is read", async () => {
  const rules = Array.from({ length: 300 }, (_, n) =>
    event({
      uid: `${n}`,
      start: ":19000101T000000Z",
      summary: "x",
      more: ["RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"],
    }),
  );
  await readCalendarInThread(task(calendar(...rules))).catch((error: Error) =>
    assert.equal(error.constructor.name, "NotAFeed"),
  );
  const { upcoming } = await readCalendarInThread(task(calendar(one(":20260324T100000Z"))));
  assert.equal(upcoming.length, 1);
});
