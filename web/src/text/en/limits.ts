/** How long something is possible or kept. */
export const limits = {
  anyTime: "Any time",
  never: "Never",
  forever: "Forever",
  // The choice of a length that is not in the list.
  own: "Another length…",
  // Read out for the field of the number, and for the choice of its unit.
  length: "Length",
  unit: "Unit",
  seconds: "seconds",
  minutes: "minutes",
  hours: "hours",
  days: "days",
  forSeconds: "{amount, plural, one {# second} other {# seconds}}",
  forMinutes: "{amount, plural, one {# minute} other {# minutes}}",
  forHours: "{amount, plural, one {# hour} other {# hours}}",
  forDays: "{amount, plural, one {# day} other {# days}}",
  wrong: "Enter a number above 0.",
};
