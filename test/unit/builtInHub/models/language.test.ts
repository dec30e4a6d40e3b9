import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { from } from "../../../../scripts/root";
import { experts, ExpertList } from "../../../../src/builtInHub/experts/catalog";
import { assertOwn } from "../../../../src/builtInHub/experts/searchAgent";
import { problemInWords } from "../../../../src/builtInHub/models/modelErrors";
import { KeyMask } from "../../../../src/contract/secrets/keyMask";
import { useMessages } from "../../../../src/kit/l10n";

const german = JSON.parse(readFileSync(from("l10n", "bundle.l10n.de.json"), "utf8")) as Record<
  string,
  string
>;

describe("the built-in hub in another language", () => {
  before(() => useMessages(german, "de"));
  after(() => useMessages({}));

  it("says in it why a model did not answer", () => {
    const asked = { model: "scripted", host: "models.example", keys: new KeyMask() };
    const said = [401, 404, 413, 429, 500].map(
      (status) => problemInWords("No.", { status, headers: {} }, asked)?.message,
    );
    assert.deepEqual(said, [
      "models.example akzeptiert den Schlüssel für seine Modelle nicht. Die Meldung: No.",
      "models.example bietet scripted unter dieser Adresse nicht an. Die Meldung: No.",
      "Die Frage ist mit allem, was mitgesendet wird, zu lang für scripted. Die Meldung: No.",
      "models.example erhält zu viele Anfragen. Die Meldung: No.",
      "models.example konnte scripted nicht ausführen. Die Meldung: No.",
    ]);
  });

  it("says in it that an expert, an ability or a model is gone", async () => {
    const list = new ExpertList({} as ConstructorParameters<typeof ExpertList>[0]);
    await assert.rejects(list.find(7), { message: "Der Hub hat keinen Experten 7." });
    for (const [kind, sentence] of [
      ["ability", "Der Experte hat keine Fähigkeit 7."],
      ["model", "Der Experte hat kein Modell 7."],
    ] as const)
      assert.throws(() => assertOwn(kind, 7, [{ id: 8 }]), { status: 422, message: sentence });
  });

  it("names in it its experts, their roles and their abilities", () => {
    for (const { record } of experts()) {
      const { name, description, function_name: role, profession, abilities } = record;
      for (const text of [name, description, role, profession, ...abilities.map((one) => one.name)])
        assert.ok(Object.values(german).includes(text ?? ""), text ?? "");
    }
  });
});
