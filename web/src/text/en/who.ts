/** Choosing who holds a permission: roles, groups and people. */
export const who = {
  nobody: "Nobody",
  owners: "Owners",
  administrators: "Administrators",
  moderators: "Moderators",
  fullMembers: "Full members",
  members: "Members",
  // Members and guests.
  everyone: "Everyone, including guests",
  internet: "Everyone on the internet",
  hiddenGroup: "A group that you can’t see",
  // In the field, after what is chosen.
  add: "Add…",
  remove: "Remove {name}",
  suggestions: "Roles, groups and people",
  // In place of what is chosen, where nobody is not accepted.
  needed: "Choose someone",
  save: "Save changes",
  discard: "Discard",
  // Somebody else changed a permission before this change was saved.
  meanwhile: "Someone else changed this in the meantime. Nothing was saved. Check the new values and try again.",
  overtaken: "Someone else set this to: {theirs}. Your choice, not saved: {mine}.",
};
