import assert from "node:assert/strict";
import type * as vscode from "vscode";
import { formerFiles } from "../../../../../src/features/activity/editor/formerFiles";
import type { FileChange, GitApi, Repository } from "../../../../../src/platform/editor/gitApi";

const uri = (name: string) => ({ toString: () => `file:///shop/${name}` }) as vscode.Uri;

const renamed = (from: string, to: string): FileChange => ({
  uri: uri(from),
  originalUri: uri(from),
  renameUri: uri(to),
  status: 3,
});

const since = Date.UTC(2026, 10, 20);

/** Git with renames that are not committed, and those between a commit and HEAD. */
function git(pending: readonly FileChange[], committed: readonly FileChange[]) {
  const compared: string[][] = [];
  const repository = {
    state: { indexChanges: pending, workingTreeChanges: [] },
    log: async () => [
      { hash: "new", commitDate: new Date(Date.UTC(2026, 10, 25)) },
      { hash: "then", commitDate: new Date(Date.UTC(2026, 10, 19)) },
      { hash: "old", commitDate: new Date(Date.UTC(2026, 10, 1)) },
    ],
    diffBetween: async (...commits: string[]) => {
      compared.push(commits);
      return committed;
    },
  } as unknown as Repository;
  const api: GitApi = { repositories: [repository], getRepository: () => repository };
  return { api: async () => api, compared };
}

const outside = async () => ({ repositories: [], getRepository: () => null });
const none = async () => Promise.reject(new Error("Git is not available"));

describe("the names that a file had", () => {
  it("are those of renames since the insertion, committed or not", async () => {
    const { api, compared } = git([renamed("b.ts", "c.ts")], [renamed("a.ts", "b.ts")]);
    assert.deepEqual(await formerFiles(uri("c.ts"), since, api), [
      "file:///shop/b.ts",
      "file:///shop/a.ts",
    ]);
    assert.deepEqual(compared, [["then", "HEAD"]]);
  });

  it("are none of another file, and none without a repository or without Git", async () => {
    const { api } = git([renamed("b.ts", "c.ts")], [renamed("a.ts", "b.ts")]);
    assert.deepEqual(await formerFiles(uri("d.ts"), since, api), []);
    assert.deepEqual(await formerFiles(uri("c.ts"), since, outside), []);
    assert.deepEqual(await formerFiles(uri("c.ts"), since, none), []);
  });
});
