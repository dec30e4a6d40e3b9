export * from "../../support/certificate";
