import "./host.test";
