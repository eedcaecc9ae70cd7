import assert from "node:assert/strict";
import { test } from "node:test";
import { isForwarded, topicFrom } from "./subject.ts";
import { trimmed } from "./trim.ts";

const trim = (text: string, more = {}) => trimmed(text, { includesFooters: false, includesQuotes: false, ...more });

test("a signature is cut at its mark, unless it is asked for or there are several marks", () => {
  assert.equal(trim("Hello\n\n-- \nAda\nAcme Ltd."), "Hello");
  assert.equal(trim("Hello\n--\nAda", { includesFooters: true }), "Hello\n--\nAda");
  assert.equal(trim("Hello\n-- \nAda", { includesFooters: true }), "Hello\n--\nAda");
  assert.equal(trim("a\n--\nb\n--\nc"), "a\n--\nb\n--\nc");
  assert.equal(trim("a\n-- \nb\n-- \nc"), "a\n--\nb\n--\nc");
  assert.equal(trim("Disk full on\n--\nweb-1, at 98 %"), "Disk full on\n--\nweb-1, at 98 %", "no space, no signature");
  assert.equal(trim("a -- b\n---\nc"), "a -- b\n---\nc");
});

test("the email that is replied to is cut, in the ways in which mail programs quote", () => {
  const own = "Yes, at noon.\n\nSee you!";
  for (const quoted of [
    "On Tue, 3 Nov 2026 at 10:12, Ada <ada@example.com> wrote:\n\n> Lunch?\n> Today?",
    "On Tue, 3 Nov 2026 at 10:12, Ada Lovelace via Chat <long.address@example.com>\nwrote:\n\n> Lunch?",
    "Am 03.11.2026 um 10:12 schrieb Ada Lovelace:\n> Lunch?",
    "Le 3 nov. 2026 à 10:12, Ada <ada@example.com> a écrit :\n\n> Lunch?",
    "Ada 于2026年11月3日周二 10:12写道：\n> Lunch?",
    "-----Original Message-----\nFrom: Ada\nSent: Tuesday\n\nLunch?",
    "________________________________\nFrom: Ada\nSent: Tuesday\n\nLunch?",
    "From: Ada <ada@example.com>\nSent: Tuesday, 3 November 2026 10:12\nTo: Ben\nSubject: Lunch\n\nLunch?",
    "Von: Ada\nGesendet: Dienstag\nAn: Ben\n\nLunch?",
    "> Lunch?\n> Today?",
  ]) {
    assert.equal(trim(`${own}\n\n${quoted}`), own, quoted);
    assert.equal(trim(`${own}\n\n${quoted}`, { includesQuotes: true, includesFooters: true }), `${own}\n\n${quoted}`);
  }
});

test("what people write themselves stays, even if it looks a little like a quote", () => {
  for (const text of [
    "On Monday Ada wrote:\nthe whole chapter, in one go.",
    "From: Berlin\nTo: Hamburg\nBy train",
    "From: Berlin\nDate: 3 May\n\nTo: be decided",
    `Part one\n${"_".repeat(40)}\nPart two\nFrom: here`,
    "> is the sign for greater\nand this is my text",
    "Quoted:\n> first\n\nand my answer below",
  ])
    assert.equal(trim(text), text);
});

test("a topic is the subject without the marks of replies and forwards", () => {
  assert.equal(topicFrom("Re: AW: Fwd[2]: Launch   plan"), "Launch plan");
  assert.equal(topicFrom("回复：转发: 发布"), "发布");
  assert.equal(topicFrom("Regarding: the launch"), "Regarding: the launch");
  assert.equal(topicFrom(" Re: "), "");
  assert.equal(isForwarded("Fwd: Launch"), true);
  assert.equal(isForwarded("WG: Launch"), true);
  assert.equal(isForwarded("Re: Launch"), false);
});
