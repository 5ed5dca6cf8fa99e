// libsenja: the pure rules and the signature engine. No I/O, no clock, no globals.
#pragma once

#include "senja/contract/reader.h"
#include "senja/rules/answer.h"
#include "senja/rules/decide.h"
#include "senja/signature/catalogue.h"
#include "senja/signature/sign.h"
#include "senja/signature/verifier.h"
