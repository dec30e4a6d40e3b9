import "./activation.test";
import "./firstUse.test";
import "./host.test";
import "./roster.test";
import "./selection.test";
import "./beforeSending.test";
import "./experts.test";
import "./commandAsInterface.test";
